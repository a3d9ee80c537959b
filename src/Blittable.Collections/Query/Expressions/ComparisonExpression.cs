using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Compares two expressions. The result is true or false, or null if either is null.</summary>
internal sealed class ComparisonExpression(FilterOperator comparison, ScanExpression left, ScanExpression right) : ScanExpression
{
    public ScanExpression Left => left;

    public ScanExpression Right => right;

    internal override IEnumerable<BlittablePath> Paths => left.Paths.Concat(right.Paths);

    public override string ToString() => $"({left} {Symbol(comparison)} {right})";

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(comparison, left.Bind(plan), right.Bind(plan));

    public static string Symbol(FilterOperator comparison) => comparison switch
    {
        FilterOperator.Equal => "=",
        FilterOperator.NotEqual => "<>",
        FilterOperator.Less => "<",
        FilterOperator.LessOrEqual => "<=",
        FilterOperator.Greater => ">",
        FilterOperator.StartsWith => "starts-with",
        _ => ">=",
    };

    /// <summary>Compares two scalars. The result is null if either is null.</summary>
    public static QueryValue Compare(FilterOperator comparison, in QueryValue left, in QueryValue right)
    {
        if (left.Kind == QueryValueKind.Null || right.Kind == QueryValueKind.Null)
        {
            return QueryValue.Null;
        }

        // Either side may be a string with a date, and the other side a date.
        return ScalarComparison.TryCompare(left, right, out var order) ? ScalarComparison.Passes(comparison, order)
            : ScalarComparison.TryCompare(right, left, out order) ? ScalarComparison.Passes(comparison, -order)
            : comparison == FilterOperator.NotEqual;
    }

    private sealed class Bound(FilterOperator comparison, BoundExpression left, BoundExpression right) : BoundExpression
    {
        public override BoundComparisonOf Comparison { get; } = new(comparison, left, right);

        public override PathPlan? OnlyPath { get; } = OnlyPathOf(left, right);

        public override QueryValue OfScalar(in QueryValue scalar) => Compare(comparison, left.OfScalar(scalar), right.OfScalar(scalar));

        public override QueryValue At(GroupCursor cursor, int row) => Compare(comparison, left.At(cursor, row), right.At(cursor, row));

        public override QueryValue Of(BlittableValue root) => Compare(comparison, left.Of(root), right.Of(root));
    }
}
