using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Execution;

/// <summary>Takes rows of a result one by one and keeps those that come first in an order, at most so many.</summary>
/// <param name="keys">The columns to order by, the first one first; rows that are equal there are ordered by all columns, and rows that are equal in all
/// columns, whose texts may differ, stay in the order in which they come.</param>
/// <param name="limit">The most rows to keep.</param>
internal sealed class FirstRows((int Column, bool IsDescending)[] keys, long limit)
{
    private readonly List<(QueryValue[] Values, long Number)> _rows = [];

    /// <summary>The rows once there are as many as may be: the last of them is at hand.</summary>
    private PriorityQueue<QueryValue[], (QueryValue[] Values, long Number)>? _heap;
    private long _number;

    /// <summary>The estimated bytes of the rows, as long as none had to give way to another one.</summary>
    public long EstimatedBytes { get; private set; }

    /// <summary>The columns to order by.</summary>
    public int[] Columns { get; } = [.. keys.Select(key => key.Column)];

    /// <summary>Determines whether a row may be among the first, of which only <see cref="Columns"/> need be known.</summary>
    public bool MayTake(QueryValue[] row) => _rows.Count < limit || (limit > 0 && CompareKeys(row, Last().Values) <= 0);

    /// <summary>The mantissas from which to which the first of <see cref="Columns"/> must be for a row to be taken, as long as it is an exact number of a
    /// scale.</summary>
    public (long Least, long Most) FirstKeys(int scale)
    {
        if (_rows.Count < limit || limit == 0 || keys.Length == 0 || !Last().Values[keys[0].Column].TryGetMantissa(scale, out var last))
        {
            return (long.MinValue, long.MaxValue);
        }

        return keys[0].IsDescending ? (last, long.MaxValue) : (long.MinValue, last);
    }

    /// <summary>The doubles from which to which the first of <see cref="Columns"/> must be likewise.</summary>
    public (double Least, double Most) FirstKeys()
    {
        if (_rows.Count < limit || limit == 0 || keys.Length == 0 || Last().Values[keys[0].Column] is not { Kind: QueryValueKind.Number } last)
        {
            return (double.NegativeInfinity, double.PositiveInfinity);
        }

        return keys[0].IsDescending ? (last.GetDouble(), double.PositiveInfinity) : (double.NegativeInfinity, last.GetDouble());
    }

    /// <summary>Returns the last of the rows, if there are as many as are wanted.</summary>
    public QueryValue[]? LastRow(long wanted) => _rows.Count < wanted ? null : Last().Values;

    /// <summary>Keeps a row if it is among the first so far; it comes after all earlier rows that are equal to it.</summary>
    public bool TryTake(QueryValue[] row) => TryTake(row, _number++);

    /// <summary>Keeps a row if it is among the first so far.</summary>
    /// <param name="row">The row.</param>
    /// <param name="number">Its place among rows that are equal to it.</param>
    public bool TryTake(QueryValue[] row, long number)
    {
        if (_rows.Count < limit)
        {
            _rows.Add((row, number));
            EstimatedBytes += QueryValueCodec.EstimateBytes(row);
            return true;
        }

        if (limit == 0 || Compare((row, number), Last()) >= 0)
        {
            return false;
        }

        _heap!.DequeueEnqueue(row, (row, number));
        return true;
    }

    /// <summary>The rows that were kept, in their order.</summary>
    public List<QueryValue[]> ToSorted()
    {
        List<(QueryValue[] Values, long Number)> rows = _heap is null ? _rows : [.. _heap.UnorderedItems.Select(item => item.Priority)];
        rows.Sort(Compare);
        return rows.ConvertAll(row => row.Values);
    }

    /// <summary>Releases the rows.</summary>
    public void Clear()
    {
        _rows.Clear();
        _heap = null;
        EstimatedBytes = 0;
    }

    private (QueryValue[] Values, long Number) Last()
    {
        _heap ??= new(_rows.Select(row => (row.Values, row)), Comparer<(QueryValue[] Values, long Number)>.Create((left, right) => Compare(right, left)));
        _heap.TryPeek(out _, out var last);
        return last;
    }

    private int Compare((QueryValue[] Values, long Number) left, (QueryValue[] Values, long Number) right)
    {
        var order = Compare(left.Values, right.Values);
        return order != 0 ? order : left.Number.CompareTo(right.Number);
    }

    /// <summary>Compares two rows, without regard to which one came first.</summary>
    public int Compare(QueryValue[] left, QueryValue[] right)
    {
        var order = CompareKeys(left, right);
        for (var i = 0; i < left.Length && order == 0; i++)
        {
            order = left[i].CompareTo(right[i]);
        }

        return order;
    }

    private int CompareKeys(QueryValue[] left, QueryValue[] right)
    {
        foreach (var (column, isDescending) in keys)
        {
            var order = left[column].CompareTo(right[column]);
            if (order != 0)
            {
                return isDescending ? -order : order;
            }
        }

        return 0;
    }
}
