using System.Globalization;

namespace Blittable.Arrow.Schemas;

/// <summary>Reads numbers of JSON as a mantissa over a power of ten.</summary>
internal static class DecimalText
{
    /// <summary>The most digits that 128 bits hold in any case.</summary>
    public const int MaxDigits = 38;

    /// <summary>Reads a number without an exponent.</summary>
    /// <param name="text">The number.</param>
    /// <param name="mantissa">Its digits.</param>
    /// <param name="scale">How many digits stand after the point; trailing zeros are left out.</param>
    /// <returns>False if the number has an exponent or too many digits.</returns>
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

        if (text.Length > MaxDigits + 2 || text.IndexOfAny((byte)'e', (byte)'E') >= 0)
        {
            return false;
        }

        Span<byte> digits = stackalloc byte[MaxDigits + 2];
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

    /// <summary>The digits of a number; 1 of zero.</summary>
    public static int CountDigits(Int128 mantissa)
    {
        var count = 1;
        for (var rest = mantissa / 10; rest != 0; rest /= 10)
        {
            count++;
        }

        return count;
    }

    /// <summary>Ten to a power.</summary>
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
