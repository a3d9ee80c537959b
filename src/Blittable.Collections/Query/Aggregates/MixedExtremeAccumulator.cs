using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Finds the minimum or maximum of numbers, or of dates if a path has no numbers. Groups without any return the extreme of the next kind. Only chunk
/// groups with values of other kinds, or with numbers that are not mantissas of the common scale, are processed value by value.</summary>
/// <param name="lanes">The accumulator of the kind that ranks first.</param>
/// <param name="path">The path.</param>
/// <param name="isMax">True for the maximum.</param>
internal sealed class MixedExtremeAccumulator(OrderedAccumulator lanes, PathPlan path, bool isMax) : Accumulator
{
    private readonly OrderedAccumulator _lanes = lanes;
    private readonly ScalarExtremeAccumulator _others = new([path], isMax);

    /// <summary>Determines whether a path has values of several kinds in its columns, or odd numbers.</summary>
    public static bool IsNeeded(PathPlan path) =>
        path.HasStrings || path.HasBooleans || path.Numbers.HasOdd || (path.HasDates && path.Numbers.Kind != NumberShapeKind.None);

    public override long EstimateBytes(int groupCount) => _lanes.EstimateBytes(groupCount) + _others.EstimateBytes(groupCount);

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        var values = cursor.Values(path);
        var isOdd = path.Numbers.HasOdd && values.HasOddNumbers;
        if (!isOdd)
        {
            _lanes.Add(cursor, groups, groupCount);
        }

        if (isOdd || values.MayHave(ColumnKind.String) || values.MayHave(ColumnKind.Boolean)
            || (values.MayHave(ColumnKind.Date) && path.Numbers.Kind != NumberShapeKind.None))
        {
            _others.Add(cursor, groups, groupCount);
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        var theirs = (MixedExtremeAccumulator)other;
        _lanes.Merge(theirs._lanes, groups, groupCount);
        _others.Merge(theirs._others, groups, groupCount);
    }

    public override QueryValue Result(int group)
    {
        var (found, other) = (_lanes.Result(group), _others.Result(group));
        if (found.Kind == QueryValueKind.Null || other.Kind != found.Kind)
        {
            return found.Kind == QueryValueKind.Null ? other : found;
        }

        var order = isMax ? other.CompareTo(found) : found.CompareTo(other);
        return order > 0 || (order == 0 && _others.Order(group) < _lanes.Order(group)) ? other : found;
    }
}
