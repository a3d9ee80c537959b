namespace Blittable.Collections.Query.Rows;

/// <summary>A comparison of two expressions.</summary>
/// <param name="Operator">How they are compared.</param>
/// <param name="Left">The one.</param>
/// <param name="Right">The other.</param>
internal sealed record BoundComparisonOf(FilterOperator Operator, BoundExpression Left, BoundExpression Right);
