using System.Buffers;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents array elements of a chunk group as rows, with the document and the enclosing element of each. Reusable.</summary>
/// <remarks>
/// Columns of the elements are read as they are. Columns of documents, and of enclosing arrays, are read once for each of their own rows and then repeated. If
/// a path of the query has no columns, the elements of all documents are read from the documents instead.
/// </remarks>
internal sealed class UnnestedRows
{
    private readonly QueryPlan _plan;
    private readonly UnnestPlan _unnest;

    /// <summary>For each array from the outermost, and each row, the row that contains it; for the outermost array, the document.</summary>
    private readonly int[][] _owners;

    /// <summary>For each array and each selected row, the index of the containing row among the distinct ones.</summary>
    private readonly int[][] _places;
    private readonly RowSelection[] _selections;

    /// <summary>The values of paths that were read from documents, for all rows.</summary>
    private readonly List<QueryValue>[] _values;
    private readonly List<int> _documents = [];
    private int _selected;

    public UnnestedRows(QueryPlan plan)
        : this(plan, new int[plan.Unnest!.Depth][], new List<QueryValue>[plan.Paths.Count], [])
    {
        _owners.AsSpan().Fill([]);
        for (var i = 0; i < _values.Length; i++)
        {
            _values[i] = [];
        }
    }

    private UnnestedRows(QueryPlan plan, int[][] owners, List<QueryValue>[] values, List<int> documents)
    {
        (_plan, _unnest, _owners, _values, _documents) = (plan, plan.Unnest!, owners, values, documents);
        _places = new int[owners.Length][];
        _places.AsSpan().Fill([]);
        _selections = [.. owners.Select(_ => new RowSelection())];
    }

    /// <summary>Returns the same rows with an independent selection.</summary>
    public UnnestedRows Share() => new(_plan, _owners, _values, _documents);

    /// <summary>Replaces the documents that a cursor has selected with their elements, and selects all of these.</summary>
    /// <returns>The values of each path in all rows, if they were read from documents; otherwise, null.</returns>
    public List<QueryValue>[]? Load(GroupCursor cursor)
    {
        _documents.Clear();
        switch (_plan.Elements![cursor.StripeIndex].Coverage)
        {
            case PathCoverage.Documents:
                LoadDocuments(cursor);
                return _values;
            case PathCoverage.Columns:
                LoadColumns(cursor, _plan.Elements[cursor.StripeIndex].Node!);
                return null;
            default:
                cursor.Selection.SelectAll(0);
                return null;
        }
    }

    /// <summary>Finds the documents and the enclosing array elements of the selected elements.</summary>
    public void Select(RowSelection elements)
    {
        _selected = elements.Count;
        if (_documents.Count > 0)
        {
            return;
        }

        for (var level = 0; level < _owners.Length; level++)
        {
            var places = _places[level] = _places[level].Length < elements.Count ? new int[elements.Count] : _places[level];
            if (elements.Count == 0)
            {
                continue;
            }

            elements.CopyRows(places);
            var owners = _owners[level];
            var selection = _selections[level];
            selection.SelectAll(owners[elements.Rows]);
            selection.Mask.Clear();
            int last = -1, distinct = -1;
            for (var i = 0; i < elements.Count; i++)
            {
                // Elements are ordered by their owners.
                var owner = owners[places[i]];
                if (owner != last)
                {
                    selection.Mask[owner >> 6] |= 1UL << owner;
                    last = owner;
                    distinct++;
                }

                places[i] = distinct;
            }

            selection.Recount();
        }
    }

    public RowSelection SelectionOf(PathPlan path, RowSelection elements) =>
        path.Level == _unnest.Depth ? elements : _selections[path.Level];

    public ReadOnlySpan<int> PlacesOf(PathPlan path) =>
        path.Level == _unnest.Depth ? default : _places[path.Level].AsSpan(0, _selected);

    /// <summary>Replaces row numbers with the numbers of their documents.</summary>
    public void ToDocuments(Span<int> rows)
    {
        foreach (ref var row in rows)
        {
            row = _documents.Count > 0 ? _documents[row] : _owners[0][row];
        }
    }

    private void LoadColumns(GroupCursor cursor, StripeNode node)
    {
        var group = cursor.Group;
        var count = node.SpaceRows(group);
        var level = _owners.Length - 1;
        var rows = count;
        for (var element = node; level >= 0; level--)
        {
            // The element after the owners has the number of rows that they can be.
            var array = element.Parent!;
            var outer = array.SpaceRows(group);
            var owners = _owners[level] = _owners[level].Length <= count ? new int[Math.Max(count + 1, 2 * _owners[level].Length)] : _owners[level];
            owners[count] = outer;
            FindOwners(array, group, outer, level == _owners.Length - 1 ? [] : _owners[level + 1].AsSpan(0, count), owners.AsSpan(0, count), rows);
            (element, rows) = (array.Space, outer);
        }

        var documents = cursor.Selection.Mask.ToArray();
        cursor.Selection.SelectAll(count);
        var mask = cursor.Selection.Mask;
        for (var i = 0; i < count; i++)
        {
            if (!MaskKernel.IsSet(documents, _owners[0][i]))
            {
                mask[i >> 6] &= ~(1UL << i);
            }
        }

        cursor.Selection.Recount();
    }

    /// <summary>Finds, for each element, the row of the array that contains it.</summary>
    /// <param name="array">The array.</param>
    /// <param name="group">The chunk group.</param>
    /// <param name="outer">The number of rows in the array's own space.</param>
    /// <param name="elements">For each row of the innermost elements, the element of the array; empty if they are identical.</param>
    /// <param name="owners">Receives the rows.</param>
    /// <param name="count">The number of elements.</param>
    private static void FindOwners(StripeNode array, int group, int outer, ReadOnlySpan<int> elements, Span<int> owners, int count)
    {
        if (count == 0)
        {
            return;
        }

        var ends = ArrayPool<long>.Shared.Rent(outer);
        new ColumnReader<long>(array.Ends!.Open(group).Span, verify: false).ReadBatch(ends.AsSpan(0, outer));
        var row = 0;
        for (var i = 0; i < owners.Length; i++)
        {
            var element = elements.IsEmpty ? i : elements[i];
            while (row < outer && ends[row] <= element)
            {
                row++;
            }

            if (row == outer)
            {
                Layout.ThrowHelper.InvalidData($"{count} elements at {array.Path}", $"{ends[outer - 1]}");
            }

            owners[i] = row;
        }

        ArrayPool<long>.Shared.Return(ends);
    }

    private void LoadDocuments(GroupCursor cursor)
    {
        foreach (var values in _values)
        {
            values.Clear();
        }

        var scratch = new QueryValue[_values.Length];
        cursor.Stripe.ReadDocuments(cursor.Group, cursor.Selection.Mask, (row, root) =>
        {
            Take(root, 0, scratch);
            AddElements(root, 0, row, scratch);
        });
        cursor.Selection.SelectAll(_documents.Count);
    }

    private void AddElements(BlittableValue value, int level, int row, QueryValue[] scratch)
    {
        if (!_unnest.TryGetArray(value, level, out var array))
        {
            return;
        }

        foreach (var element in array.EnumerateArray())
        {
            Take(element, level + 1, scratch);
            if (level + 1 < _unnest.Depth)
            {
                AddElements(element, level + 1, row, scratch);
                continue;
            }

            _documents.Add(row);
            for (var i = 0; i < scratch.Length; i++)
            {
                _values[i].Add(scratch[i]);
            }
        }
    }

    /// <summary>Reads the values of paths that are in a document or an element, but not in a nested array.</summary>
    private void Take(BlittableValue value, int level, QueryValue[] scratch)
    {
        for (var i = 0; i < scratch.Length; i++)
        {
            if (_plan.Paths[i] is { Expression: null } path && path.Level == level)
            {
                scratch[i] = _unnest.Evaluate(path, value);
            }
        }
    }
}
