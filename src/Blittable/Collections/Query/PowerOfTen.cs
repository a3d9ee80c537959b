namespace Blittable.Collections;

/// <summary>Powers of ten by their exponent.</summary>
internal static class PowerOfTen
{
    private const int MostInt64 = 18, MostInt128 = 38;
    private static readonly Int128[] Powers = Make();

    /// <summary>As a 64-bit integer; 0 where it does not fit.</summary>
    public static long Int64(int exponent) => exponent <= MostInt64 ? (long)Powers[exponent] : 0;

    /// <summary>As a 128-bit integer; 0 where it does not fit.</summary>
    public static Int128 Int128(int exponent) => exponent <= MostInt128 ? Powers[exponent] : 0;

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
