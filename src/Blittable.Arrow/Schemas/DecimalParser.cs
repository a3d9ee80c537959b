using System.Globalization;
using System.Text;

namespace Blittable.Arrow.Schemas;

/// <summary>Parses JSON numbers to a mantissa and a decimal scale.</summary>
internal static class DecimalParser
{
    /// <summary>The number of decimal digits that always fit in 128 bits.</summary>
    public const int MaxDigits = 38;

    /// <summary>Parses a number without an exponent.</summary>
    /// <param name="text">The number.</param>
    /// <param name="mantissa">The digits as an integer.</param>
    /// <param name="scale">The number of fraction digits, excluding trailing zeros.</param>
    /// <returns>false if the number has an exponent or too many digits; otherwise, true.</returns>
    public static bool TryRead(ReadOnlySpan<byte> text, out Int128 mantissa, out int scale)
    {
        mantissa = 0;
        scale = 0;
        var point = text.IndexOf((byte)'.');
        var isFraction = point >= 0;
        if (isFraction)
        {
            text = text.TrimEnd((byte)'0');
        }

        // A sign, a zero and a point can precede or separate the digits.
        if (text.Length > MaxDigits + 3 || text.IndexOfAny((byte)'e', (byte)'E') >= 0)
        {
            return false;
        }

        Span<byte> digits = stackalloc byte[MaxDigits + 3];
        var count = 0;
        foreach (var digit in text)
        {
            if (digit != '.')
            {
                digits[count++] = digit;
            }
        }

        scale = isFraction ? text.Length - point - 1 : 0;
        return Int128.TryParse(digits[..count], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out mantissa) && CountDigits(mantissa) <= MaxDigits;
    }

    /// <summary>Parses a number, also with an exponent.</summary>
    /// <returns>false if the number has too many digits; otherwise, true.</returns>
    public static bool TryReadAny(ReadOnlySpan<byte> text, out Int128 mantissa, out int scale) => TryRead(text, out mantissa, out scale)
        || (text.IndexOfAny((byte)'e', (byte)'E') >= 0 && TryRead(Encoding.UTF8.GetBytes(CanonicalNumber.Of(Encoding.UTF8.GetString(text))), out mantissa, out scale));

    /// <summary>Parses a number value, also with an exponent.</summary>
    /// <returns>false if the number has too many digits, or is NaN or an infinity; otherwise, true.</returns>
    public static bool TryReadAny(in BlittableValue value, out Int128 mantissa, out int scale)
    {
        if (FloatText.IsNotFinite(value))
        {
            (mantissa, scale) = (0, 0);
            return false;
        }

        Span<byte> buffer = stackalloc byte[128];
        return TryReadAny(value.TryCopyNumberText(buffer, out var written) ? buffer[..written] : Encoding.UTF8.GetBytes(value.GetNumberText()), out mantissa, out scale);
    }

    /// <summary>Gets the integer that a number represents, whatever its text: 1.0, 10e-1 and 1 are the same integer.</summary>
    /// <returns>false if the number has a fraction or more than 38 digits; otherwise, true.</returns>
    public static bool TryGetInteger(in BlittableValue value, out Int128 integer)
    {
        if (value.TryGetInt64(out var number))
        {
            integer = number;
            return true;
        }

        return TryReadAny(value, out integer, out var scale) && scale == 0;
    }

    /// <summary>Returns the number of decimal digits; 1 for zero.</summary>
    public static int CountDigits(Int128 mantissa)
    {
        var count = 1;
        for (var rest = mantissa / 10; rest != 0; rest /= 10)
        {
            count++;
        }

        return count;
    }

    /// <summary>Returns a power of ten.</summary>
    public static Int128 PowerOfTen(int power)
    {
        Int128 value = 1;
        for (; power > 0; power--)
        {
            value *= 10;
        }

        return value;
    }
}
