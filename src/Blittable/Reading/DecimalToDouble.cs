using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Reading;

/// <summary>Converts an integer times a power of ten to the nearest double. Ties round to even.</summary>
/// <remarks>
/// Integers below 2^53 and powers up to 10^22 are exact doubles, so one multiplication or division rounds only once (W. D. Clinger,
/// "How to read floating point numbers accurately", 1990). Others are multiplied by a 128-bit approximation of the power of five
/// (D. Lemire, "Number parsing at a gigabyte per second", 2021). Its two words are sufficient for all 64-bit integers
/// (N. Mushtak, D. Lemire, "Fast number parsing without fallback", 2023).
/// </remarks>
internal static class DecimalToDouble
{
    /// <summary>The largest power of ten whose value is an exact double.</summary>
    public const int MaxExactPower = 22;

    /// <summary>The largest integer up to which all integers are exact doubles.</summary>
    public const ulong MaxExact = 1UL << (MantissaBits + 1);

    private const int MantissaBits = 52;
    private const int ExponentBias = 1023;
    private const int InfiniteExponent = 0x7FF;

    /// <summary>The smallest power with a nonzero result for a 64-bit integer. Above <see cref="MaxPower"/>, the result is infinity.</summary>
    private const int MinPower = -342;
    private const int MaxPower = 308;

    /// <summary>The top 128 bits of 5^q from <see cref="MinPower"/> on, high word first. Rounded down, or up for negative q.</summary>
    private static readonly ulong[] PowersOfFive = CreatePowersOfFive();

    private static ReadOnlySpan<double> ExactPowers =>
        [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22];

    /// <summary>Returns the double nearest to <paramref name="significand"/> × 10^<paramref name="power"/>, or infinity if it is too large.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Convert(ulong significand, int power)
    {
        if (significand <= MaxExact)
        {
            if ((uint)-power <= MaxExactPower)
            {
                return (double)(long)significand / ExactPowers[-power];
            }

            if ((uint)power <= MaxExactPower)
            {
                return (double)(long)significand * ExactPowers[power];
            }
        }

        return ConvertWide(significand, power);
    }

    /// <summary>Returns 10^<paramref name="power"/> for powers from 0 to 22, which are exact doubles.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double ExactPower(int power) => ExactPowers[power];

    /// <summary>Converts an integer and a power that are not both exact doubles.</summary>
    internal static double ConvertWide(ulong significand, int power)
    {
        if (significand == 0 || power < MinPower)
        {
            return 0;
        }

        if (power > MaxPower)
        {
            return double.PositiveInfinity;
        }

        var leadingZeros = BitOperations.LeadingZeroCount(significand);
        var (high, low) = Multiply(significand << leadingZeros, power);

        // The first one bit of the product is one of its top two bits. It is followed by 52 mantissa bits and the rounding bit.
        var topBit = (int)(high >> 63);
        var shift = topBit + 64 - MantissaBits - 3;
        var mantissa = high >> shift;
        var exponent = FloorLog2OfPowerOfTen(power) + 63 + ExponentBias + topBit - leadingZeros;
        if (exponent <= 0)
        {
            return Subnormal(mantissa, 1 - exponent);
        }

        // Halfway between two doubles, an even mantissa must not be rounded up. Ties require an exact product, and thus a small power.
        if (low <= 1 && power is >= -4 and <= 23 && (mantissa & 3) == 1 && mantissa << shift == high)
        {
            mantissa--;
        }

        mantissa = (mantissa + 1) >> 1;
        if (mantissa == 1UL << (MantissaBits + 1))
        {
            mantissa >>= 1;
            exponent++;
        }

        return exponent >= InfiniteExponent
            ? double.PositiveInfinity
            : BitConverter.UInt64BitsToDouble((mantissa & ((1UL << MantissaBits) - 1)) | ((ulong)exponent << MantissaBits));
    }

    /// <summary>Returns the top 128 bits of the product with 5^<paramref name="power"/>, as precisely as the result requires.</summary>
    private static (ulong High, ulong Low) Multiply(ulong significand, int power)
    {
        const ulong bitsBelowMantissa = ulong.MaxValue >> (MantissaBits + 3);
        var entry = 2 * (power - MinPower);
        var high = Math.BigMul(significand, PowersOfFive[entry], out var low);
        if ((high & bitsBelowMantissa) == bitsBelowMantissa)
        {
            // A carry from the lower word of the power could still change the mantissa.
            var carry = Math.BigMul(significand, PowersOfFive[entry + 1], out _);
            low += carry;
            high += low < carry ? 1UL : 0;
        }

        return (high, low);
    }

    /// <summary>Returns floor(log2(10^<paramref name="power"/>)), exact for all powers in range: 217706 / 2^16 approximates log2(10).</summary>
    private static int FloorLog2OfPowerOfTen(int power) => (217_706 * power) >> 16;

    /// <summary>Returns a number below the smallest normal double. Its mantissa is shifted right and loses bits.</summary>
    private static double Subnormal(ulong mantissa, int shift)
    {
        if (shift >= 64)
        {
            return 0;
        }

        mantissa >>= shift;

        // Rounding up to 2^52 produces the bits of the smallest normal number.
        return BitConverter.UInt64BitsToDouble((mantissa + 1) >> 1);
    }

    private static ulong[] CreatePowersOfFive()
    {
        var words = new ulong[2 * (MaxPower - MinPower + 1)];
        for (var power = MinPower; power <= MaxPower; power++)
        {
            var five = BigInteger.Pow(5, Math.Abs(power));
            var bits = (int)five.GetBitLength();
            var top = power >= 0
                ? (bits <= 128 ? five << (128 - bits) : five >> (bits - 128))
                : ((BigInteger.One << (bits + 127)) / five) + 1;
            words[2 * (power - MinPower)] = (ulong)(top >> 64);
            words[(2 * (power - MinPower)) + 1] = (ulong)(top & ulong.MaxValue);
        }

        return words;
    }
}
