namespace Blittable.Collections.Query.Values;

/// <summary>Translates a comparison with a literal into bounds of integers.</summary>
internal static class BoundsOf
{
    /// <summary>The integers that compare as asked with a literal that lies at or after an integer; false where none does.</summary>
    /// <param name="comparison">How to compare; not <see cref="FilterOperator.NotEqual"/>.</param>
    /// <param name="floor">The greatest integer that is at most the literal.</param>
    /// <param name="isExact">Whether it is the literal.</param>
    /// <param name="low">The least integer that compares so.</param>
    /// <param name="high">The greatest one.</param>
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
