using Blittable.Collections.Query.Expressions;
using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Filters;

/// <summary>Compares the value at a path with a scalar.</summary>
/// <param name="path">The path.</param>
/// <param name="comparison">The comparison operator.</param>
/// <param name="value">The value to compare with.</param>
/// <param name="isNamed">True if the query names the path; false if the path was derived from another one.</param>
/// <param name="arrays">The path of the arrays, if the wildcard of the path must match only array elements and not properties of objects.</param>
internal sealed class ComparisonFilter(BlittablePath path, FilterOperator comparison, QueryValue value, bool isNamed, BlittablePath? arrays = null) : Filter
{
    public BlittablePath Path => path;

    public FilterOperator Comparison => comparison;

    public QueryValue Value => value;

    /// <summary>Gets a value that indicates whether the query names the path.</summary>
    public bool IsNamed => isNamed;

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
