using Blittable.Format;

namespace Blittable.Collections;

/// <summary>What is at a path compared with a value.</summary>
/// <param name="path">Where to look.</param>
/// <param name="comparison">How to compare.</param>
/// <param name="value">What to compare with.</param>
/// <param name="isStrict">Whether a path that is not there is an error rather than no match.</param>
/// <param name="arrays">Where the path goes to the elements of arrays, and not to the properties of objects as its wildcard would: the arrays.</param>
internal sealed class ComparisonFilter(BlittablePath path, FilterOperator comparison, QueryValue value, bool isStrict, BlittablePath? arrays = null) : Filter
{
    internal override BoundFilter Bind(QueryPlan plan)
    {
        if (value.Kind == QueryValueKind.Boolean && comparison is not (FilterOperator.Equal or FilterOperator.NotEqual))
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"Expected a number, string or date at the right of {comparison}, found {value.ToJson()}.");
        }

        var bound = plan.Add(path);
        if (isStrict)
        {
            bound.RequireFound();
        }

        return value.Kind == QueryValueKind.Null ? new BoundNullComparison(bound, comparison, arrays) : new BoundComparison(bound, comparison, value, arrays);
    }

    internal override BoundFilter BindRows(QueryPlan plan)
    {
        plan.Add(path).RequireSingle("to compare elements of arrays");
        return new ValueFilter(new PathExpression(path), new ComparePredicate(comparison, value)).BindRows(plan);
    }
}
