using System.Text;

namespace Blittable.DuckDB.Tables;

/// <summary>Parses JSON numbers to a mantissa and a decimal scale.</summary>
internal static class DecimalDigits
{
    private const int MostDigits = 38, FastDigits = 18, StackBytes = 128;

    /// <summary>The largest mantissa to which another digit can be appended.</summary>
    private static readonly Int128 MostToExtend = PowerOfTen(MostDigits - 1) - 1;

    /// <summary>Parses a number with up to 38 digits and without an exponent.</summary>
    public static bool TryRead(string text, out Int128 mantissa, out int scale)
    {
        Span<byte> bytes = stackalloc byte[StackBytes];
        return TryRead(Encoding.UTF8.TryGetBytes(text, bytes, out var length) ? bytes[..length] : Encoding.UTF8.GetBytes(text), out mantissa, out scale);
    }

    /// <inheritdoc cref="TryRead(string, out Int128, out int)"/>
    /// <param name="text">The JSON number in UTF-8.</param>
    /// <param name="mantissa">The number without its decimal point.</param>
    /// <param name="scale">The number of fraction digits, without trailing zeros.</param>
    public static bool TryRead(ReadOnlySpan<byte> text, out Int128 mantissa, out int scale)
    {
        (mantissa, scale) = (0, 0);
        var isNegative = text.StartsWith((byte)'-');
        text = isNegative ? text[1..] : text;
        var point = text.IndexOf((byte)'.');
        text = point < 0 ? text : text.TrimEnd((byte)'0');
        long fast = 0;
        for (var i = 0; i < text.Length; i++)
        {
            if (i == point)
            {
                continue;
            }

            if (!char.IsAsciiDigit((char)text[i]) || mantissa > MostToExtend)
            {
                return false;
            }

            if (i < FastDigits)
            {
                fast = (fast * 10) + (text[i] - '0');
                mantissa = fast;
            }
            else
            {
                mantissa = (mantissa * 10) + (text[i] - '0');
            }
        }

        mantissa = isNegative ? -mantissa : mantissa;
        scale = point < 0 ? 0 : text.Length - point - 1;
        return scale <= MostDigits;
    }

    /// <summary>Returns the number of digits; 1 for zero.</summary>
    public static int Count(Int128 mantissa)
    {
        // Division of 64 bits is several times as fast.
        var count = 1;
        for (; mantissa > long.MaxValue || mantissa < long.MinValue; mantissa /= 10)
        {
            count++;
        }

        for (var rest = (long)mantissa / 10; rest != 0; rest /= 10)
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
