namespace Blittable.Collections.Query.Values;

/// <summary>Finds the value at a rank without sorting (Hoare's quickselect; after too many rounds, the rest is sorted).</summary>
internal static class OrderStatistic
{
    /// <summary>Partially sorts values. The value at <paramref name="rank"/> is then the same as after sorting, no value before it is greater, and no value after
    /// it is less.</summary>
    /// <param name="values">The values, without NaN.</param>
    /// <param name="rank">The zero-based rank.</param>
    public static T Select<T>(Span<T> values, int rank)
        where T : System.Numerics.INumber<T>
    {
        var (low, high) = (0, values.Length - 1);
        var roundsLeft = 2 * (32 - System.Numerics.BitOperations.LeadingZeroCount((uint)values.Length));
        while (low < high)
        {
            if (roundsLeft-- == 0)
            {
                values[low..(high + 1)].Sort();
                break;
            }

            var pivot = Median(values[low], values[low + ((high - low) / 2)], values[high]);
            var (left, right) = (low, high);
            while (left <= right)
            {
                while (values[left] < pivot)
                {
                    left++;
                }

                while (values[right] > pivot)
                {
                    right--;
                }

                if (left <= right)
                {
                    (values[left], values[right]) = (values[right], values[left]);
                    left++;
                    right--;
                }
            }

            if (rank <= right)
            {
                high = right;
            }
            else if (rank >= left)
            {
                low = left;
            }
            else
            {
                break;
            }
        }

        return values[rank];
    }

    private static T Median<T>(T a, T b, T c)
        where T : System.Numerics.INumber<T> => T.Max(T.Min(a, b), T.Min(T.Max(a, b), c));
}
