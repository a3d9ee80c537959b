using System.Runtime.InteropServices;
using Blittable.Collections.Stripes;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads arrays from the columns of their elements.</summary>
/// <param name="column">The column.</param>
/// <param name="elements">The elements.</param>
internal sealed class StoredList(TableColumn column, StoredValues elements) : StoredValues(column)
{
    /// <summary>The size of a list entry.</summary>
    private const int EntryBytes = 16;

    /// <summary>The starts of arrays without elements.</summary>
    private int[] _zeros = [0];

    public override void WriteNulls(nint vector, int count)
    {
        base.WriteNulls(vector, count);
        elements.Write(NestedKernel.WriteEntries(vector, Zeros(count)), 0, 0);
    }

    protected override bool TryMoveContentsTo(StripeNode node, int group, ref long limit)
    {
        limit -= node.Element?.SpaceRows(group) ?? 0;
        return limit >= 0 && elements.TryMoveTo(node.Element, group, ref limit);
    }

    protected override void LoadContents(int group, ReadOnlySpan<int> rows)
    {
        RequireStates(1 << (int)NodeState.Array);
        elements.Load(group, CollectionsMarshal.AsSpan(Rows.ElementRows));
    }

    protected override long CountContents(int first, int count)
    {
        var starts = Starts(first, count);
        return ((long)count * EntryBytes) + elements.CountBytes(starts[0], starts[^1] - starts[0]);
    }

    protected override void WriteContents(nint vector, int first, int count)
    {
        var starts = Starts(first, count);
        elements.Write(NestedKernel.WriteEntries(vector, starts), starts[0], starts[^1] - starts[0]);
    }

    protected override void WriteNothing(nint vector) => elements.Write(NestedKernel.WriteEntries(vector, Zeros(0)), 0, 0);

    /// <summary>Returns the number of elements before each array, and after the last one.</summary>
    private ReadOnlySpan<int> Starts(int first, int count) =>
        Rows.ElementStarts.Count == 0 ? Zeros(count) : CollectionsMarshal.AsSpan(Rows.ElementStarts).Slice(first, count + 1);

    private ReadOnlySpan<int> Zeros(int count)
    {
        if (_zeros.Length <= count)
        {
            _zeros = new int[Math.Max(count + 1, 2 * _zeros.Length)];
        }

        return _zeros.AsSpan(0, count + 1);
    }
}
