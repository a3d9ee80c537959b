namespace Blittable.Collections.Query.Values;

/// <summary>Converts doubles to integers of the same order and back. Negative zero becomes zero.</summary>
internal static class DoubleOrder
{
    public static long KeyOf(double value) => Swap(BitConverter.DoubleToInt64Bits(value + 0.0));

    public static double ValueOf(long key) => BitConverter.Int64BitsToDouble(Swap(key));

    /// <summary>Inverts the bits of negative numbers except the sign, because their order is reversed.</summary>
    private static long Swap(long bits) => bits ^ ((bits >> 63) & long.MaxValue);
}
