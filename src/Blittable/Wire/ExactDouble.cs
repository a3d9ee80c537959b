using System.Globalization;
using System.Numerics;
using Blittable.Reading;

namespace Blittable.Wire;

/// <summary>Determines whether a double preserves all digits of a decimal number: rounding it to the number of significant digits restores the
/// number.</summary>
internal static class ExactDouble
{
    /// <summary>The limit below which any number of 15 digits survives in a double (C's DBL_DIG), within <see cref="MaxPower"/>.</summary>
    private const ulong SafeLimit = 1_000_000_000_000_000;

    /// <summary>The maximum magnitude of the last digit's power of ten for which no double is subnormal or infinite.</summary>
    private const int MaxPower = 290;

    /// <summary>The largest power of five that fits in 64 bits.</summary>
    private const int MaxFivePower = 27;

    private const int MantissaBits = 52;
    private const int ExponentBias = 1023 + MantissaBits;
    private const int ExponentMask = 0x7FF;

    /// <summary>The maximum number of digits examined, because no double needs more.</summary>
    private const int MaxDigits = 768;

    private static readonly ulong[] PowersOfFive = MakePowersOfFive();

    /// <summary>Reads a number as the nearest double.</summary>
    /// <param name="number">An integer, a decimal or a text.</param>
    /// <param name="value">The double: infinity if the number exceeds the range, NaN if its text is not valid JSON.</param>
    /// <returns>true if the double preserves all digits of the number; otherwise, false.</returns>
    public static bool TryRead(in StoredNumber number, out double value)
    {
        if (number.Form != NumberForm.Text)
        {
            NumberReader.ReadDouble(number, out value);
            return Carries(value, number.Magnitude, -number.FractionDigits);
        }

        if (!NumberText.TryParse(number.Text, out var text))
        {
            value = double.NaN;
            return false;
        }

        if (text.IsTruncated)
        {
            NumberReader.ReadDouble(number, out value);
            return double.IsFinite(value) && CarriesText(value, number.Text);
        }

        value = DecimalToDouble.Convert(text.Significand, text.Exponent);
        value = text.IsNegative ? -value : value;
        return double.IsFinite(value) && Carries(value, text.Significand, text.Exponent);
    }

    /// <param name="value">The double nearest to the number.</param>
    /// <param name="significand">The digits of the number.</param>
    /// <param name="power">The power of ten of the last digit.</param>
    internal static bool Carries(double value, ulong significand, int power)
    {
        if (significand < SafeLimit && Math.Abs(power) <= MaxPower)
        {
            return true;
        }

        if (value == 0)
        {
            return significand == 0;
        }

        while (significand % 10 == 0)
        {
            significand /= 10;
            power++;
        }

        if (power is > 0 or < -MaxFivePower)
        {
            return CarriesWide(value, significand, power);
        }

        // Let value = m 2^e, and let the number be s 10^-k. They differ by at most half a unit of the number's last digit if
        // |m 5^k - s 2^r| <= 2^(r-1), where r = -e - k.
        var bits = BitConverter.DoubleToUInt64Bits(value);
        var mantissa = (bits & ((1UL << MantissaBits) - 1)) | (1UL << MantissaBits);
        var scaled = new UInt128(Math.BigMul(mantissa, PowersOfFive[-power], out var low), low);
        var shift = ExponentBias - (int)(bits >> MantissaBits & ExponentMask) + power;
        if (shift <= 0)
        {
            // The double is an integral number of such units: it equals the number, or is off by at least one.
            return scaled << -shift == significand;
        }

        var target = (UInt128)significand << shift;
        return (scaled > target ? scaled - target : target - scaled) <= UInt128.One << (shift - 1);
    }

    /// <summary>Determines whether a double preserves all digits of a number of any size, using exact arithmetic.</summary>
    /// <param name="value">The double nearest to the number, not zero.</param>
    /// <param name="significand">The digits of the number, the last of which is not zero.</param>
    /// <param name="power">The power of ten of the last digit.</param>
    internal static bool CarriesWide(double value, BigInteger significand, int power)
    {
        var bits = BitConverter.DoubleToUInt64Bits(value);
        var exponent = (int)(bits >> MantissaBits & ExponentMask);
        var mantissa = new BigInteger((bits & ((1UL << MantissaBits) - 1)) | (exponent == 0 ? 0 : 1UL << MantissaBits));
        exponent = Math.Max(exponent, 1) - ExponentBias;
        var unit = BigInteger.Pow(2, Math.Max(-exponent, 0)) * BigInteger.Pow(10, Math.Max(power, 0));
        var scaled = mantissa * BigInteger.Pow(2, Math.Max(exponent, 0)) * BigInteger.Pow(10, Math.Max(-power, 0));
        return 2 * BigInteger.Abs(scaled - (significand * unit)) <= unit;
    }

    /// <summary>Determines whether a double preserves all digits of a text with more than 19 digits.</summary>
    private static bool CarriesText(double value, ReadOnlySpan<byte> text)
    {
        var exponentMark = text.IndexOfAny((byte)'e', (byte)'E');
        var mantissa = exponentMark < 0 ? text : text[..exponentMark];
        if (value == 0 || mantissa.Length > MaxDigits)
        {
            return false;
        }

        // The double is finite and not zero, so an exponent that does not fit here has leading zeros.
        var power = 0;
        if (exponentMark >= 0 && !int.TryParse(text[(exponentMark + 1)..], CultureInfo.InvariantCulture, out power))
        {
            return false;
        }

        Span<char> digits = stackalloc char[MaxDigits];
        var count = 0;
        var point = mantissa.IndexOf((byte)'.');
        foreach (var digit in mantissa)
        {
            if (digit is not ((byte)'-' or (byte)'.'))
            {
                digits[count++] = (char)digit;
            }
        }

        power -= point < 0 ? 0 : mantissa.Length - point - 1;
        var significant = digits[..count].TrimEnd('0');
        return CarriesWide(value, BigInteger.Parse(significant, NumberStyles.None, CultureInfo.InvariantCulture), power + count - significant.Length);
    }

    private static ulong[] MakePowersOfFive()
    {
        var powers = new ulong[MaxFivePower + 1];
        powers[0] = 1;
        for (var power = 1; power < powers.Length; power++)
        {
            powers[power] = 5 * powers[power - 1];
        }

        return powers;
    }
}
