using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Execution;

/// <summary>Collects the first rows of a result in an order, up to a limit.</summary>
/// <param name="keys">The columns to order by, most significant first. Ties are broken by all columns. Rows that are equal in all columns, whose texts may
/// differ, keep their order.</param>
/// <param name="limit">The maximum number of rows.</param>
internal sealed class FirstRows((int Column, bool IsDescending)[] keys, long limit)
{
    private readonly List<(QueryValue[] Values, long Number)> _rows = [];

    /// <summary>The rows, once their number reaches the limit. The last row in the order is on top.</summary>
    private PriorityQueue<QueryValue[], (QueryValue[] Values, long Number)>? _heap;
    private long _number;

    /// <summary>Gets the estimated bytes of the rows, as long as none was replaced.</summary>
    public long EstimatedBytes { get; private set; }

    /// <summary>Gets the columns to order by.</summary>
    public int[] Columns { get; } = [.. keys.Select(key => key.Column)];

    /// <summary>Determines whether a row may be among the first. Only <see cref="Columns"/> of the row are read.</summary>
    public bool MayTake(QueryValue[] row) => _rows.Count < limit || (limit > 0 && CompareKeys(row, Last().Values) <= 0);

    /// <summary>Returns the range of mantissas, at a scale, that the first of <see cref="Columns"/> must be in for a row to be accepted, if it is an exact
    /// number.</summary>
    public (long Least, long Most) FirstKeys(int scale)
    {
        if (_rows.Count < limit || limit == 0 || keys.Length == 0 || !Last().Values[keys[0].Column].TryGetMantissa(scale, out var last))
        {
            return (long.MinValue, long.MaxValue);
        }

        return keys[0].IsDescending ? (last, long.MaxValue) : (long.MinValue, last);
    }

    /// <summary>Returns the range of doubles that the first of <see cref="Columns"/> must be in for a row to be accepted.</summary>
    public (double Least, double Most) FirstKeys()
    {
        if (_rows.Count < limit || limit == 0 || keys.Length == 0 || Last().Values[keys[0].Column] is not { Kind: QueryValueKind.Number } last)
        {
            return (double.NegativeInfinity, double.PositiveInfinity);
        }

        return keys[0].IsDescending ? (last.GetDouble(), double.PositiveInfinity) : (double.NegativeInfinity, last.GetDouble());
    }

    /// <summary>Gets the column that breaks ties in the first of <see cref="Columns"/>, and its value in the last row; null if more rows are wanted.</summary>
    public (int Column, bool IsDescending, QueryValue Last)? TieBreaker
    {
        get
        {
            if (_rows.Count < limit || limit == 0 || keys.Length == 0)
            {
                return null;
            }

            var (column, isDescending) = keys.Length > 1 ? keys[1] : (0, false);
            return (column, isDescending, Last().Values[column]);
        }
    }

    /// <summary>Returns the last row, if there are at least as many rows as wanted.</summary>
    public QueryValue[]? LastRow(long wanted) => _rows.Count < wanted ? null : Last().Values;

    /// <summary>Adds a row if it is among the first so far. It comes after earlier rows that are equal.</summary>
    public bool TryTake(QueryValue[] row) => TryTake(row, _number++);

    /// <summary>Adds a row if it is among the first so far.</summary>
    /// <param name="row">The row.</param>
    /// <param name="number">Its position among equal rows.</param>
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

    /// <summary>Returns the rows, sorted.</summary>
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

    /// <summary>Compares two rows, regardless of their arrival.</summary>
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
