using Blittable.Reading;

namespace Blittable.Paths;

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

        return comparison switch
        {
            FilterComparison.Equal => AreEqual(ref run, first, second),
            FilterComparison.NotEqual => !AreEqual(ref run, first, second),
            FilterComparison.Less => IsLess(ref run, first, second),
            FilterComparison.Greater => IsLess(ref run, second, first),
            FilterComparison.LessOrEqual => IsLess(ref run, first, second) || AreEqual(ref run, first, second),
            _ => IsLess(ref run, second, first) || AreEqual(ref run, first, second),
        };
    }

    private static bool AreEqual(ref QueryRun run, scoped BlittableValue left, scoped BlittableValue right) =>
        ValueComparison.Compare(left, right, isEquality: true, ref run.Limit) == 0;

    private static bool IsLess(ref QueryRun run, scoped BlittableValue left, scoped BlittableValue right) =>
        left.Kind == right.Kind && left.Kind is BlittableValueKind.Number or BlittableValueKind.String
        && ValueComparison.Compare(left, right, isEquality: false, ref run.Limit) < 0;
}
