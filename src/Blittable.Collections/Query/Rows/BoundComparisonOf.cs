namespace Blittable.Collections.Query.Rows;

/// <summary>Represents a comparison of two expressions.</summary>
/// <param name="Operator">The comparison operator.</param>
/// <param name="Left">The left expression.</param>
/// <param name="Right">The right expression.</param>
internal sealed record BoundComparisonOf(FilterOperator Operator, BoundExpression Left, BoundExpression Right);
