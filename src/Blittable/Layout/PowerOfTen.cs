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
