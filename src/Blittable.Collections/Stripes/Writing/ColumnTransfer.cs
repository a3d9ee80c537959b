using System.Runtime.InteropServices;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Transfers the rows of stripes with columns that are not deleted to the columns of a new stripe. No document is assembled: values are decoded and
/// encoded again, column by column.</summary>
/// <remarks>The new stripe has the schema of the stripes, without the paths that only deleted documents had. Dictionaries, bounds, filters and indexes are
/// created from the transferred values, so nothing of a deleted document remains.</remarks>
internal sealed class ColumnTransfer : IDisposable
{
    private readonly ChunkContext _context;
    private readonly int _chunkRows;
    private readonly bool _keepsRows;
    private readonly SchemaNode[] _nodes;
    private readonly bool[] _isUsed;

    /// <summary>For each node that defines rows, the parts of the selected rows of the current chunk group.</summary>
    private readonly Part[][] _parts;

    /// <summary>The loaded values of nodes with elements, which select the rows of the nodes below.</summary>
    private readonly NodeRows?[] _arrays;
    private readonly NodeRows _scalars = new();
    private readonly List<int> _live = [];

    // The array adds a level to the values of a document, and documents are as deep as they were accepted.
    private readonly BlittableBuilder _residual = new(new BlittableOptions { Mode = BlittableMode.Disk, MaxDepth = int.MaxValue });
    private int _firstRow;

    /// <param name="schema">A stripe with the schema of all transferred stripes.</param>
    /// <param name="chunkRows">The number of rows in a new chunk group.</param>
    /// <param name="keepsRows">True if deleted rows keep their numbers, with null instead of their documents; false to leave them out.</param>
    /// <param name="context">The output.</param>
    public ColumnTransfer(Stripe schema, int chunkRows, bool keepsRows, ChunkContext context)
    {
        _context = context;
        _chunkRows = chunkRows;
        _keepsRows = keepsRows;
        _nodes = TransferSchema.Copy(schema.Directory.Nodes);
        _isUsed = new bool[_nodes.Length];
        _parts = new Part[_nodes.Length][];
        _arrays = new NodeRows?[_nodes.Length];
    }

    /// <summary>Gets the schema. Until it is settled, nodes have the numbers that they have in the transferred stripes.</summary>
    public SchemaNode Root => _nodes[0];

    /// <summary>Gets all nodes of the transferred stripes.</summary>
    public List<SchemaNode> Nodes => [.. _nodes];

    /// <summary>Gets the residual document of each row.</summary>
    public PendingDocuments Residuals { get; private set; } = new();

    /// <summary>Transfers the rows of a stripe that are not deleted.</summary>
    /// <param name="stripe">The stripe.</param>
    /// <param name="deleted">One bit per row, set if the row is deleted; empty if no row is deleted.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <exception cref="BlittableException">A block of the stripe is damaged.</exception>
    public void Take(Stripe stripe, ReadOnlySpan<ulong> deleted, CancellationToken cancellation)
    {
        for (var group = 0; group < stripe.GroupCount; group++)
        {
            cancellation.ThrowIfCancellationRequested();
            var start = group * stripe.ChunkRows;
            _live.Clear();
            for (var row = 0; row < stripe.GroupRows(group); row++)
            {
                if (deleted.IsEmpty || !MaskKernel.IsSet(deleted, start + row))
                {
                    _live.Add(row);
                }
            }

            if (_live.Count > 0)
            {
                TakeGroup(stripe, group);
            }
            else if (_keepsRows)
            {
                Skip(stripe.GroupRows(group));
            }
        }
    }

    /// <summary>Adds deleted rows, whose numbers remain.</summary>
    public void Skip(int rows)
    {
        for (; rows > 0; rows--)
        {
            Root.Columns!.Set(Root.Rows++, NodeState.Null);
            Residuals.Add(default);
            if (Root.Rows == _chunkRows)
            {
                FinishGroup();
            }
        }
    }

    /// <summary>Writes the last chunk group, and removes unused paths from the schema.</summary>
    /// <returns>The nodes in the directory, parents before their children.</returns>
    public List<SchemaNode> Settle()
    {
        if (Root.Rows > 0)
        {
            FinishGroup();
        }

        // Descendants have greater numbers than their ancestors, which they need.
        for (var i = _nodes.Length - 1; i > 0; i--)
        {
            var node = _nodes[i];
            _isUsed[i] |= node.IsRequired || (node.IsElement && node.Parent!.Columns?.Chunks(ColumnKind.Ends) is not null);
            _isUsed[node.Parent!.Number] |= _isUsed[i];
        }

        _isUsed[0] = true;
        var nodes = new List<SchemaNode>(_nodes.Length);
        for (var i = 0; i < _nodes.Length; i++)
        {
            if (_isUsed[i])
            {
                _nodes[i].Number = nodes.Count;
                nodes.Add(_nodes[i]);
            }
        }

        if (nodes.Count < _nodes.Length)
        {
            RenumberResiduals();
        }

        return nodes;
    }

    public void Dispose() => _residual.Dispose();

    private void FinishGroup()
    {
        _context.FirstRow = _firstRow;
        foreach (var node in _nodes)
        {
            node.Columns?.FinishGroup(node.Space.Rows, _context);
        }

        foreach (var node in _nodes)
        {
            node.Rows = 0;
        }

        _firstRow += _chunkRows;
    }

    private void TakeGroup(Stripe stripe, int group)
    {
        _parts[0] = Divide(stripe.GroupRows(group), out var rows);
        foreach (var node in stripe.Directory.Nodes)
        {
            if (!node.IsResidual)
            {
                TakeColumns(node, group);
            }
        }

        TakeResiduals(stripe, group);
        _firstRow += (Root.Rows + rows) / _chunkRows * _chunkRows;
        foreach (var node in _nodes)
        {
            if (node.Space == node && _parts[node.Number] is { } parts)
            {
                node.Rows = node == Root ? (node.Rows + rows) % _chunkRows
                    : parts[^1].IsLast ? 0
                    : parts[^1].Row + parts[^1].Count;
            }
        }
    }

    /// <summary>Divides the selected rows into parts of adjacent new rows. A part ends with its new chunk group.</summary>
    /// <param name="groupRows">The number of rows in the source.</param>
    /// <param name="rows">The number of new rows.</param>
    private Part[] Divide(int groupRows, out int rows)
    {
        rows = _keepsRows ? groupRows : _live.Count;
        var parts = new List<Part>();
        for (int row = 0, next = 0; row < rows;)
        {
            var place = (Root.Rows + row) % _chunkRows;
            var room = Math.Min(_chunkRows - place, rows - row);
            var count = 0;
            while (count < room && next + count < _live.Count && (!_keepsRows || _live[next + count] == row + count))
            {
                count++;
            }

            // Deleted rows before the next selected row.
            var gap = !_keepsRows ? 0 : Math.Min(room - count, (next + count < _live.Count ? _live[next + count] : rows) - row - count);
            parts.Add(new Part(next, count, place, gap, place + count + gap == _chunkRows));
            next += count;
            row += count + gap;
        }

        return [.. parts];
    }

    private void TakeColumns(StripeNode source, int group)
    {
        var node = _nodes[source.Number];
        var columns = node.Columns!;
        var space = node.Space;
        var rows = CollectionsMarshal.AsSpan(space.Parent is { } array ? _arrays[array.Number]!.ElementRows : _live);
        var values = source.Element is null ? _scalars : _arrays[source.Number] ??= new NodeRows();
        values.Load(source, group, rows, source.SpaceRows(group));
        values.FindStates();
        if (source.Element is { } element)
        {
            CheckElements(values);
            _parts[element.Number] = DivideElements(_parts[space.Number], values, node.Element!.Rows);
        }

        var first = _firstRow;
        for (var i = 0; i < _parts[space.Number].Length; i++)
        {
            var part = _parts[space.Number][i];
            var elements = node.Element is null ? 0 : _parts[node.Element.Number][i].Row;
            _isUsed[node.Number] |= columns.Add(values, part.First, part.Count, part.Row, elements) > 0;
            for (var gap = 0; node == Root && gap < part.Gap; gap++)
            {
                columns.Set(part.Row + part.Count + gap, NodeState.Null);
            }

            if (part.IsLast)
            {
                _context.FirstRow = first;
                columns.FinishGroup(part.Row + part.Count + part.Gap, _context);
                first += _chunkRows;
            }
        }
    }

    /// <summary>Verifies that only arrays have elements.</summary>
    private static void CheckElements(NodeRows values)
    {
        for (var i = 0; i + 1 < values.ElementStarts.Count; i++)
        {
            if (values.ElementStarts[i] != values.ElementStarts[i + 1] && values.State(i) != NodeState.Array)
            {
                ThrowHelper.InvalidData($"an array at {values.Node.Path}", $"elements of {values.State(i)}");
            }
        }
    }

    /// <summary>Divides the elements of the selected rows into the same parts as these rows.</summary>
    /// <param name="parts">The parts of the rows.</param>
    /// <param name="values">The arrays.</param>
    /// <param name="row">The number of elements so far in the new chunk group.</param>
    private static Part[] DivideElements(Part[] parts, NodeRows values, int row)
    {
        var starts = values.ElementStarts;
        var elements = new Part[parts.Length];
        for (var i = 0; i < parts.Length; i++)
        {
            var first = starts.Count == 0 ? 0 : starts[parts[i].First];
            var count = starts.Count == 0 ? 0 : starts[parts[i].First + parts[i].Count] - first;
            elements[i] = new Part(first, count, row, 0, parts[i].IsLast);
            row = parts[i].IsLast ? 0 : row + count;
        }

        return elements;
    }

    private void TakeResiduals(Stripe stripe, int group)
    {
        var pages = new PageReader(stripe, group);
        var hasPages = stripe.Directory.Pages[group].Length > 0;
        foreach (var part in _parts[0])
        {
            for (var i = 0; i < part.Count; i++)
            {
                var residual = hasPages ? pages.Get(_live[part.First + i]).Span : default;
                Residuals.Add(residual.IsEmpty ? residual : Copy(BlittableValue.OpenStored(residual, stripe.Dictionary)));
            }

            for (var i = 0; i < part.Gap; i++)
            {
                Residuals.Add(default);
            }
        }
    }

    /// <summary>Copies a residual document with the current numbers of its nodes, without a dictionary.</summary>
    private ReadOnlySpan<byte> Copy(BlittableValue residual)
    {
        _residual.Reset();
        _residual.WriteStartArray();
        for (var i = 0; i + 1 < residual.Count; i += 2)
        {
            if (!residual[i].TryGetInt32(out var number) || (uint)number >= (uint)_nodes.Length)
            {
                ThrowHelper.InvalidData($"a path number from 0 to {_nodes.Length - 1} in a residual document", "another value");
            }

            _isUsed[number] = true;
            _residual.WriteNumber(_nodes[number].Number);
            _residual.WriteValue(residual[i + 1]);
        }

        _residual.WriteEndArray();
        return _residual.Finish();
    }

    private void RenumberResiduals()
    {
        var residuals = new PendingDocuments();
        for (var row = 0; row < Residuals.Count; row++)
        {
            var residual = Residuals[row];
            residuals.Add(residual.IsEmpty ? residual : Copy(BlittableValue.OpenStored(residual)));
        }

        Residuals = residuals;
    }

    /// <summary>Represents adjacent rows that are transferred together.</summary>
    /// <param name="First">The index of the first row among the selected rows.</param>
    /// <param name="Count">The number of rows.</param>
    /// <param name="Row">The new row in its chunk group.</param>
    /// <param name="Gap">The number of deleted rows after them whose numbers remain.</param>
    /// <param name="IsLast">True if the new chunk group ends with the part.</param>
    private readonly record struct Part(int First, int Count, int Row, int Gap, bool IsLast);
}
