namespace Blittable.Collections.Query.Values;

/// <summary>Converts comparisons with a literal to bounds of integers.</summary>
internal static class BoundsOf
{
    /// <summary>Finds the integers that satisfy a comparison with a literal. Returns false if there are none.</summary>
    /// <param name="comparison">The comparison operator; not <see cref="FilterOperator.NotEqual"/>.</param>
    /// <param name="floor">The greatest integer that is less than or equal to the literal.</param>
    /// <param name="isExact">True if <paramref name="floor"/> equals the literal.</param>
    /// <param name="low">The smallest integer that satisfies the comparison.</param>
    /// <param name="high">The greatest integer that satisfies the comparison.</param>
    public static bool Count(FilterOperator comparison, Int128 floor, bool isExact, out long low, out long high)
    {
        Int128 first = long.MinValue, last = long.MaxValue;
        switch (comparison)
        {
            case FilterOperator.Less:
                last = isExact ? Previous(floor) : floor;
                break;
            case FilterOperator.LessOrEqual:
                last = floor;
                break;
            case FilterOperator.Greater:
                first = Next(floor);
                break;
            case FilterOperator.GreaterOrEqual:
                first = isExact ? floor : Next(floor);
                break;
            default:
                first = floor;
                last = isExact ? floor : Previous(floor);
                break;
        }

        low = (long)Int128.Clamp(first, long.MinValue, long.MaxValue);
        high = (long)Int128.Clamp(last, long.MinValue, long.MaxValue);
        return first <= last && first <= long.MaxValue && last >= long.MinValue;
    }

    private static Int128 Next(Int128 value) => value == Int128.MaxValue ? value : value + 1;

    private static Int128 Previous(Int128 value) => value == Int128.MinValue ? value : value - 1;
}
