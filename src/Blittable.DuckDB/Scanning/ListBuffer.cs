using System.Runtime.InteropServices;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Collects arrays.</summary>
/// <param name="column">The column.</param>
/// <param name="limit">Counts the values of the document that is read.</param>
internal sealed class ListBuffer(TableColumn column, VisitLimit limit) : NestedBuffer(column)
{
    /// <summary>The size of a list entry.</summary>
    private const int EntryBytes = 16;

    private readonly NestedBuffer _elements = For(column.Children[0], limit);

    /// <summary>The number of elements before each array, and the total.</summary>
    private readonly List<int> _starts = [0];

    public override long ByteCount => ((long)Count * EntryBytes) + _elements.ByteCount;

    public override void Clear()
    {
        base.Clear();
        _starts.Clear();
        _starts.Add(0);
        _elements.Clear();
    }

    protected override bool TryAddValue(in BlittableValue value)
    {
        if (value.Kind != BlittableValueKind.Array)
        {
            return false;
        }

        limit.Count(value.Count);
        if (!_elements.TryAddAll(value))
        {
            foreach (var element in value.EnumerateArray())
            {
                _elements.Add(element);
            }
        }

        AddEmpty();
        return true;
    }

    protected override void AddEmpty() => _starts.Add(_elements.Count);

    protected override void WriteValues(nint vector, int first, int count)
    {
        var starts = CollectionsMarshal.AsSpan(_starts).Slice(first, count + 1);
        _elements.Write(NestedKernel.WriteEntries(vector, starts), starts[0], starts[^1] - starts[0]);
    }
}
