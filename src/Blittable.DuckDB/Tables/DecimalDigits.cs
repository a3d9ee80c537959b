using System.Globalization;

namespace Blittable.DuckDB.Tables;

/// <summary>Parses JSON numbers to a mantissa and a decimal scale.</summary>
internal static class DecimalDigits
{
    private const int MostDigits = 38;

    /// <summary>Parses a number with up to 38 digits and without an exponent.</summary>
    public static bool TryRead(string text, out Int128 mantissa, out int scale)
    {
        (mantissa, scale) = (0, 0);
        var point = text.IndexOf('.', StringComparison.Ordinal);
        var digits = point < 0 ? text : text.TrimEnd('0').TrimEnd('.');
        if (digits.AsSpan().ContainsAny('e', 'E'))
        {
            return false;
        }

        scale = digits.Length > point && point >= 0 ? Math.Max(0, digits.Length - point - 1) : 0;
        return Int128.TryParse(digits.Replace(".", "", StringComparison.Ordinal), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out mantissa)
            && Count(mantissa) <= MostDigits && scale <= MostDigits;
    }

    /// <summary>Returns the number of digits; 1 for zero.</summary>
    public static int Count(Int128 mantissa)
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
