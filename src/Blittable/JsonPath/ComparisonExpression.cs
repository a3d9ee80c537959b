namespace Blittable.JsonPath;

/// <summary>Compares two operands as RFC 9535 defines it in section 2.3.5.2.2: what has no order is neither less nor greater, nothing equals nothing.</summary>
internal sealed class ComparisonExpression(FilterOperand left, FilterComparison comparison, FilterOperand right) : FilterExpression
{
    public override bool Test(ref QueryRun run, BlittableValue current)
    {
        var hasLeft = left.TryGetValue(ref run, current, out var first);
        var hasRight = right.TryGetValue(ref run, current, out var second);
        if (!hasLeft || !hasRight)
        {
            var isSame = hasLeft == hasRight;
            return comparison switch
            {
                FilterComparison.NotEqual => !isSame,
                FilterComparison.Equal or FilterComparison.LessOrEqual or FilterComparison.GreaterOrEqual => isSame,
                _ => false,
            };
        }

        run.Count();
        return comparison switch
        {
            FilterComparison.Equal => BlittableValue.DeepEquals(first, second),
            FilterComparison.NotEqual => !BlittableValue.DeepEquals(first, second),
            FilterComparison.Less => IsLess(first, second),
            FilterComparison.Greater => IsLess(second, first),
            FilterComparison.LessOrEqual => IsLess(first, second) || BlittableValue.DeepEquals(first, second),
            _ => IsLess(second, first) || BlittableValue.DeepEquals(first, second),
        };
    }

    private static bool IsLess(BlittableValue left, BlittableValue right) =>
        left.Kind == right.Kind && left.Kind is BlittableValueKind.Number or BlittableValueKind.String && BlittableValue.DeepCompare(left, right) < 0;
}
