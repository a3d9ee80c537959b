using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Finds the value of one expression in the row where another one is smallest or greatest, or in the first or last row that has a value.</summary>
/// <param name="value">The value.</param>
/// <param name="by">The expression to compare, or null to compare row positions.</param>
/// <param name="isMax">True for the greatest value or the last row.</param>
internal sealed class ArgumentAccumulator(PathPlan value, PathPlan? by, bool isMax) : Accumulator
{
    /// <summary>The estimated bytes per group, excluding strings.</summary>
    private const int GroupBytes = 160;

    private Cell[] _cells = new Cell[2];

    /// <summary>The estimated bytes of the strings of all groups.</summary>
    private long _textBytes;

    public override long EstimateBytes(int groupCount) => ((long)GroupBytes * groupCount) + _textBytes;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _cells = Grown(_cells, groupCount);
        var (values, keys) = (cursor.Values(value), by is null ? null : cursor.Values(by));
        for (var row = 0; row < values.Count; row++)
        {
            var group = groups.IsEmpty ? 1 : groups[row];
            if (group == 0 || values.IsNull(row))
            {
                continue;
            }

            var key = keys is null ? QueryValue.FromBoolean(true) : keys[row].Scalar;
            if (key.Kind != QueryValueKind.Null && IsBetter(_cells[group], key, cursor.Order))
            {
                Set(group, new Cell(values[row], key, cursor.Order));
            }
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        _cells = Grown(_cells, groupCount);
        var theirs = (ArgumentAccumulator)other;
        for (var group = 1; group < Math.Min(groups.Length, theirs._cells.Length); group++)
        {
            var cell = theirs._cells[group];
            if (cell.Key.Kind != QueryValueKind.Null && IsBetter(_cells[groups[group]], cell.Key, cell.Order))
            {
                Set(groups[group], cell);
            }
        }
    }

    public override QueryValue Result(int group) => group < _cells.Length ? _cells[group].Value : QueryValue.Null;

    /// <summary>Determines whether a key replaces the key of a group. If keys are equal, the first row wins, or the last row if that is wanted.</summary>
    private bool IsBetter(in Cell held, in QueryValue key, long order)
    {
        var difference = Rank(key.Kind) - Rank(held.Key.Kind);
        difference = difference != 0 ? difference : isMax ? key.CompareTo(held.Key) : held.Key.CompareTo(key);
        return difference != 0 ? difference > 0 : by is null && isMax ? order >= held.Order : order < held.Order;
    }

    private void Set(int group, Cell cell)
    {
        _textBytes += Bytes(cell) - Bytes(_cells[group]);
        _cells[group] = cell;

        static long Bytes(in Cell cell) => Length(cell.Value) + Length(cell.Key);

        static long Length(in QueryValue value) => value.Kind == QueryValueKind.String ? sizeof(char) * (long)value.GetString().Length : 0;
    }

    /// <summary>Ranks numbers before dates, strings and booleans, as for minimum and maximum.</summary>
    private static int Rank(QueryValueKind kind) => kind switch
    {
        QueryValueKind.Number => 4,
        QueryValueKind.Date => 3,
        QueryValueKind.String => 2,
        QueryValueKind.Boolean => 1,
        _ => 0,
    };

    private readonly record struct Cell(QueryValue Value, QueryValue Key, long Order);
}
