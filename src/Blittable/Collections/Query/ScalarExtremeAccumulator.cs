namespace Blittable.Collections;

/// <summary>The least or greatest of scalars whose kind is not known beforehand, or of strings: numbers where there are any, else dates, strings,
/// booleans.</summary>
internal sealed class ScalarExtremeAccumulator(PathPlan path, bool isMax) : Accumulator
{
    private QueryValue[] _best = new QueryValue[2];

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _best = Grown(_best, groupCount);
        var values = cursor.Values(path);
        for (var row = 0; row < values.Rows; row++)
        {
            Offer(groups.IsEmpty ? 1 : groups[row], values[row]);
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        _best = Grown(_best, groupCount);
        var best = ((ScalarExtremeAccumulator)other)._best;
        for (var group = 1; group < Math.Min(groups.Length, best.Length); group++)
        {
            Offer(groups[group], best[group]);
        }
    }

    public override QueryValue Result(int group) => group < _best.Length ? _best[group] : QueryValue.Null;

    private static int Rank(QueryValueKind kind) => kind switch
    {
        QueryValueKind.Number => 4,
        QueryValueKind.Date => 3,
        QueryValueKind.String => 2,
        QueryValueKind.Boolean => 1,
        _ => 0,
    };

    private void Offer(int group, QueryValue value)
    {
        ref var best = ref _best[group];
        var (rank, held) = (Rank(value.Kind), Rank(best.Kind));
        if (rank > held || (rank == held && rank > 0 && (isMax ? value > best : value < best)))
        {
            best = value;
        }
    }
}
