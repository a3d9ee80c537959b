using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Provides powers of ten by their exponent.</summary>
internal static class PowerOfTen
{
    private const int MostInt128 = 38;
    private static readonly Int128[] Int128s = Make();

    /// <summary>Gets the powers of ten that fit in 64 bits: 10^0 to 10^18.</summary>
    public static ReadOnlySpan<long> Int64s =>
    [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ];

    /// <summary>Returns a power of ten as a 64-bit integer, or 0 if it does not fit.</summary>
    public static long Int64(int exponent) => exponent < Int64s.Length ? Int64s[exponent] : 0;

    /// <summary>Returns a power of ten as a 128-bit integer, or 0 if it does not fit.</summary>
    public static Int128 Int128(int exponent) => exponent <= MostInt128 ? Int128s[exponent] : 0;

    private static Int128[] Make()
    {
        var powers = new Int128[MostInt128 + 1];
        powers[0] = 1;
        for (var i = 1; i < powers.Length; i++)
        {
            powers[i] = powers[i - 1] * 10;
        }

        return powers;
    }
}

/// <summary>Converts a float64 to and from the 4 bytes of a float32, if the conversion is exact in every bit. The value is read as a float64.</summary>
internal static class NarrowDouble
{
    /// <summary>Narrows a float64. Returns false if a bit would be lost, as with signaling NaNs and payloads of more than 22 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryNarrow(double value, out uint bits)
    {
        var single = (float)value;
        bits = BitConverter.SingleToUInt32Bits(single);
        return BitConverter.DoubleToUInt64Bits(single) == BitConverter.DoubleToUInt64Bits(value);
    }

    /// <summary>Returns the bits of the original float64.</summary>
    public static ulong Widen(uint bits) => BitConverter.DoubleToUInt64Bits(BitConverter.UInt32BitsToSingle(bits));
}
