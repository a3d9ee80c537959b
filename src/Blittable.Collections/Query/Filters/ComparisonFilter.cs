using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Filters;

/// <summary>What is at a path compared with a value.</summary>
/// <param name="path">Where to look.</param>
/// <param name="comparison">How to compare.</param>
/// <param name="value">What to compare with.</param>
/// <param name="isNamed">Whether the query names the path; otherwise, it was derived from another one.</param>
/// <param name="arrays">Where the path goes to the elements of arrays, and not to the properties of objects as its wildcard would: the arrays.</param>
internal sealed class ComparisonFilter(BlittablePath path, FilterOperator comparison, QueryValue value, bool isNamed, BlittablePath? arrays = null) : Filter
{
    internal override IEnumerable<BlittablePath> Paths => [path];

    public override string ToString() => $"{path} {new ComparePredicate(comparison, value)}";

    internal override BoundFilter Bind(QueryPlan plan)
    {
        var bound = plan.Add(path);
        if (isNamed)
        {
            bound.ExpectFound();
        }

        return value.Kind == QueryValueKind.Null ? new BoundNullComparison(bound, comparison, arrays) : new BoundComparison(bound, comparison, value, arrays);
    }

    internal override BoundFilter BindRows(QueryPlan plan)
    {
        plan.Add(path).RequireSingle("to compare elements of arrays");
        return new ValueFilter(new PathExpression(path), new ComparePredicate(comparison, value)).BindRows(plan);
    }
}
