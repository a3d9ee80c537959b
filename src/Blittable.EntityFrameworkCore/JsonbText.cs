using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Blittable.EntityFrameworkCore;

/// <summary>Determines whether the type <c>jsonb</c> of PostgreSQL can store a JSON text.</summary>
internal static class JsonbText
{
    /// <summary>The limits of <c>numeric</c>, which <c>jsonb</c> uses for numbers.</summary>
    private const int MostWholeDigits = 131_072, MostFractionDigits = 16_383;

    /// <summary>Determines whether a text contains neither the character U+0000 nor a number with too many digits.</summary>
    public static bool IsStorable(string text) => !HasZero(text) && HasNumbersInRange(text);

    private static bool HasZero(string text)
    {
        const string escape = @"\u0000";
        for (var at = text.IndexOf(escape, StringComparison.Ordinal); at >= 0; at = text.IndexOf(escape, at + 1, StringComparison.Ordinal))
        {
            // After an odd number of backslashes, the backslash found is itself escaped.
            var backslashes = at - text.AsSpan(0, at).TrimEnd('\\').Length;
            if (backslashes % 2 == 0)
            {
                return true;
            }
        }

        return false;
    }

    private static bool HasNumbersInRange(string text)
    {
        var reader = new Utf8JsonReader(Encoding.UTF8.GetBytes(text), new JsonReaderOptions { MaxDepth = int.MaxValue });
        while (reader.Read())
        {
            if (reader.TokenType == JsonTokenType.Number && !IsInRange(reader.ValueSpan))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Determines whether the digits of a number without its exponent, including zeros, do not exceed the limits.</summary>
    private static bool IsInRange(ReadOnlySpan<byte> number)
    {
        var exponent = 0;
        var mark = number.IndexOfAny((byte)'e', (byte)'E');
        if (mark >= 0 && !int.TryParse(number[(mark + 1)..], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out exponent))
        {
            return false;
        }

        var digits = (mark < 0 ? number : number[..mark]).TrimStart((byte)'-');
        var point = digits.IndexOf((byte)'.');
        var (whole, fraction) = point < 0 ? (digits.Length, 0) : (point, digits.Length - point - 1);
        return (long)whole + exponent <= MostWholeDigits && (long)fraction - exponent <= MostFractionDigits;
    }
}
