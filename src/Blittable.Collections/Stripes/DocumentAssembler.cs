using System.Buffers.Text;
using System.Runtime.InteropServices;
using Blittable.Collections.Numbers;
using Blittable.Editing;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable.Collections.Stripes;

/// <summary>Reassembles the documents of selected rows of a chunk group. Reusable. Not thread-safe.</summary>
internal sealed class DocumentAssembler
{
    /// <summary>The number of nodes to prefetch ahead when few rows are read: enough to hide the latency, without exceeding the processor's outstanding
    /// loads.</summary>
    private const int PrefetchDistance = 3;

    private readonly ValueWriter _writer = new(new BlittableOptions { MaxDepth = int.MaxValue });
    private NodeRows[] _nodes = [];
    private ReadOnlyMemory<byte>[] _residuals = [];
    private Stripe? _stripe;

    /// <summary>The values that the last document has lost, or null if unreadable blocks throw.</summary>
    private List<LostValue>? _lost;
    private SalvagedPages? _pages;

    /// <summary>Reads the columns of the specified rows.</summary>
    /// <param name="stripe">The stripe.</param>
    /// <param name="group">The chunk group.</param>
    /// <param name="rows">Rows of the group, in ascending order.</param>
    /// <param name="lost">Receives the values that each document has lost because their blocks are unreadable; null to throw instead.</param>
    /// <exception cref="BlittableException">A block is damaged.</exception>
    public void Load(Stripe stripe, int group, ReadOnlySpan<int> rows, List<LostValue>? lost = null)
    {
        _stripe = stripe;
        _lost = lost;
        _pages = null;
        var nodes = stripe.Directory.Nodes;
        if (_nodes.Length < nodes.Count)
        {
            var known = _nodes.Length;
            Array.Resize(ref _nodes, nodes.Count);
            for (var i = known; i < _nodes.Length; i++)
            {
                _nodes[i] = new NodeRows();
            }
        }

        // Parents precede their children, so the elements to read are known when a child is read.
        var areFew = NodeRows.AreFew(rows.Length, stripe.GroupRows(group));
        for (var i = 0; i < nodes.Count + PrefetchDistance; i++)
        {
            if (i < nodes.Count && areFew && nodes[i].Space.Parent is null)
            {
                nodes[i].Prefetch(group, rows, stripe.GroupRows(group));
            }

            if (i >= PrefetchDistance)
            {
                Load(nodes[i - PrefetchDistance], group, rows);
            }
        }

        LoadResiduals(stripe, group, rows);
    }

    private void Load(StripeNode node, int group, ReadOnlySpan<int> rows)
    {
        if (node.Space.Parent is { } array)
        {
            rows = CollectionsMarshal.AsSpan(_nodes[array.Number].ElementRows);
        }

        _nodes[node.Number].Load(node, group, rows, node.SpaceRows(group), isTolerant: _lost is not null);
    }

    /// <summary>Assembles the document of a row.</summary>
    /// <param name="index">The index of the row among the loaded rows.</param>
    /// <returns>The document in memory mode, without a dictionary, valid until the next call; empty if it is lost entirely.</returns>
    /// <exception cref="BlittableException">The columns are inconsistent.</exception>
    public ReadOnlySpan<byte> Assemble(int index)
    {
        _writer.BeginBuilding();
        if (_lost is not null)
        {
            _lost.Clear();
            LoseResidual(index);
        }

        var residual = _residuals[index].IsEmpty ? default : BlittableValue.OpenStored(_residuals[index].Span, _stripe!.Dictionary);
        var next = 0;
        if (residual.Kind != BlittableValueKind.Undefined && TryTake(residual, ref next, 0, out var whole))
        {
            ValueCopier.Copy(whole, _writer);
        }
        else if (IsLost(_nodes[0], index, residual, ref next))
        {
            return default;
        }
        else
        {
            WriteValue(_nodes[0], index, residual, ref next);
        }

        return _writer.FinishBuilding();
    }

    private void LoadResiduals(Stripe stripe, int group, ReadOnlySpan<int> rows)
    {
        if (_residuals.Length < rows.Length)
        {
            _residuals = new ReadOnlyMemory<byte>[rows.Length];
        }

        if (stripe.Directory.Pages[group].Length == 0)
        {
            _residuals.AsSpan(0, rows.Length).Clear();
            return;
        }

        if (_lost is not null)
        {
            _pages = new SalvagedPages(stripe, group, rows.ToArray());
            return;
        }

        var pages = new PageReader(stripe, group);
        for (var i = 0; i < rows.Length; i++)
        {
            _residuals[i] = pages.Get(rows[i]);
        }
    }

    /// <summary>Salvages the residual document of a row. If it or its dictionary is unreadable, all values without a column are lost.</summary>
    private void LoseResidual(int index)
    {
        if (_pages is null)
        {
            return;
        }

        var fault = _pages.TryGet(index, out _residuals[index]) ? DictionaryFault(index) : _pages.Fault;
        if (fault.Length == 0)
        {
            return;
        }

        _residuals[index] = default;
        var nodes = _stripe!.Directory.Nodes.Where(node => node.IsResidual).DefaultIfEmpty(_stripe.Directory.Nodes[0]);
        _lost!.AddRange(nodes.Select(node => new LostValue(node.Path, fault)));
    }

    /// <summary>Returns the reason why the dictionary of a residual document cannot be read; empty if it can, or if it is not needed.</summary>
    private string DictionaryFault(int index)
    {
        try
        {
            _ = _residuals[index].IsEmpty ? null : _stripe!.Dictionary;
            return "";
        }
        catch (BlittableException fault)
        {
            return fault.Message;
        }
    }

    /// <summary>Determines whether a value is unreadable and must be left out, together with residual values below it.</summary>
    private bool IsLost(NodeRows rows, int index, BlittableValue residual, scoped ref int next)
    {
        if (_lost is null || !rows.IsLost(index))
        {
            return false;
        }

        _lost.Add(new LostValue(rows.Node.Path, rows.Fault!));
        var nodes = _stripe!.Directory.Nodes;
        while (residual.Kind != BlittableValueKind.Undefined && residual.TryGetElement(next, out var number) && number.TryGetInt32(out var found)
            && (uint)found < (uint)nodes.Count && nodes[found].IsAtOrBelow(rows.Node))
        {
            next += 2;
        }

        return true;
    }

    /// <summary>Reads the next value of a residual document, if it belongs to the node.</summary>
    private static bool TryTake(BlittableValue residual, scoped ref int next, int node, out BlittableValue value)
    {
        value = default;
        if (!residual.TryGetElement(next, out var number) || !number.TryGetInt32(out var found) || found != node)
        {
            return false;
        }

        value = residual[next + 1];
        next += 2;
        return true;
    }

    private void WriteValue(NodeRows rows, int index, BlittableValue residual, scoped ref int next)
    {
        var state = rows.State(index);
        switch (rows.Has(state) ? state : NodeState.Missing)
        {
            case NodeState.Object:
                WriteObject(rows, index, residual, ref next);
                break;
            case NodeState.Array:
                WriteArray(rows, index, residual, ref next);
                break;
            case NodeState.Number:
                WriteNumber(rows, index);
                break;
            case NodeState.String:
                _writer.BuildString(rows.Texts[index]);
                break;
            case NodeState.Date:
                WriteDate(rows, index);
                break;
            case NodeState.Boolean:
                _writer.BuildScalar();
                _writer.Literal(rows.Boolean(index) ? Tag.True : Tag.False);
                break;
            case NodeState.Null:
                _writer.BuildScalar();
                _writer.Literal(Tag.Null);
                break;
            default:
                ThrowHelper.InvalidData($"a value at {rows.Node.Path}", "no value");
                break;
        }
    }

    private void WriteObject(NodeRows rows, int index, BlittableValue residual, scoped ref int next)
    {
        _writer.BeginContainer(isArray: false);
        var hasResidual = residual.Kind != BlittableValueKind.Undefined;
        var children = rows.Node.Children;
        for (var i = 0; i < children.Count; i++)
        {
            var child = children[i];
            if (child.IsResidual)
            {
                if (hasResidual && TryTake(residual, ref next, child.Number, out var value))
                {
                    _writer.PropertyName(child.Name);
                    ValueCopier.Copy(value, _writer);
                }
            }
            else if (_nodes[child.Number] is var below && !IsLost(below, index, residual, ref next) && below.State(index) != NodeState.Missing)
            {
                _writer.PropertyName(child.Name);
                WriteValue(below, index, residual, ref next);
            }
        }

        _writer.EndContainer();
    }

    private void WriteArray(NodeRows rows, int index, BlittableValue residual, scoped ref int next)
    {
        _writer.BeginContainer(isArray: true);
        if (rows.Node.Element is { } element && rows.ElementStarts.Count > index + 1)
        {
            var elements = _nodes[element.Number];
            for (var i = rows.ElementStarts[index]; i < rows.ElementStarts[index + 1]; i++)
            {
                if (IsLost(elements, i, residual, ref next))
                {
                    // Write null, so later elements keep their indexes.
                    _writer.BuildScalar();
                    _writer.Literal(Tag.Null);
                }
                else
                {
                    WriteValue(elements, i, residual, ref next);
                }
            }
        }

        _writer.EndContainer();
    }

    private void WriteNumber(NodeRows rows, int index)
    {
        if (rows.NumberChunk.Format == ChunkFormat.Double)
        {
            WriteDouble(rows, index);
        }
        else
        {
            WriteDecimal(rows.Mantissa(index, out var digits), digits);
        }
    }

    private void WriteDouble(NodeRows rows, int index)
    {
        if (rows.NumberChunk.Form == TextForm.Texts && !rows.ExactNumbers.IsNull(index))
        {
            _writer.BuildNumberText(rows.ExactNumbers[index]);
            return;
        }

        Span<byte> text = stackalloc byte[32];
        Utf8Formatter.TryFormat(rows.Double(index), text, out var length);
        var number = NumberValue.OfText(text[..length]);
        if (number.IsText)
        {
            _writer.BuildNumberText(number.Text);
        }
        else
        {
            WriteDecimal(number.Mantissa, number.FractionDigits);
        }
    }

    private void WriteDecimal(long mantissa, int digits)
    {
        _writer.BuildScalar();
        if (digits == 0)
        {
            _writer.Integer(mantissa < 0 ? 0 - (ulong)mantissa : (ulong)mantissa, mantissa < 0);
        }
        else
        {
            _writer.Decimal(mantissa, digits);
        }
    }

    private void WriteDate(NodeRows rows, int index)
    {
        var form = rows.DateForm(index);
        if (!DateUnit.TryUnpackForm(form, out var text))
        {
            ThrowHelper.InvalidData($"a date form at {rows.Node.Path}", $"{form:x}");
        }

        _writer.BuildDate(DateUnit.ToTimestamp(rows.Date(index), rows.DateChunk.Scale, form), text, compact: false);
    }
}
