using System.Globalization;
using System.Numerics;

namespace Blittable.Arrow.Schemas;

/// <summary>Converts JSON numbers to one text for each value.</summary>
internal static class CanonicalNumber
{
    /// <summary>The number of digits up to which the text has no exponent.</summary>
    private const int MaxPlainDigits = DecimalParser.MaxDigits;

    /// <summary>
    /// Returns the text of a number that all equal numbers share: without trailing zeros, and without an exponent if that takes at most 38 digits.
    /// </summary>
    /// <param name="text">The JSON number.</param>
    public static string Of(string text)
    {
        var mark = text.AsSpan().IndexOfAny('e', 'E');
        var number = mark < 0 ? text : text[..mark];
        var sign = number[0] == '-' ? "-" : "";
        var point = number.IndexOf('.', StringComparison.Ordinal);
        var fraction = point < 0 ? 0 : number.Length - point - 1;
        var digits = number.Replace(".", "", StringComparison.Ordinal).TrimStart('-').TrimStart('0');
        var significant = digits.TrimEnd('0');
        if (significant.Length == 0)
        {
            return "0";
        }

        // The exponent of the last significant digit. The exponent of the text can exceed every fixed width.
        var exponent = (mark < 0 ? BigInteger.Zero : BigInteger.Parse(text.AsSpan(mark + 1), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture))
            - fraction + (digits.Length - significant.Length);
        if (exponent >= 0 && exponent + significant.Length <= MaxPlainDigits)
        {
            return sign + significant + new string('0', (int)exponent);
        }

        if (exponent < 0 && exponent >= -MaxPlainDigits && significant.Length <= MaxPlainDigits)
        {
            var places = (int)-exponent;
            var padded = significant.PadLeft(places + 1, '0');
            return $"{sign}{padded[..^places]}.{padded[^places..]}";
        }

        var rest = significant.Length > 1 ? $".{significant[1..]}" : "";
        return string.Create(CultureInfo.InvariantCulture, $"{sign}{significant[0]}{rest}e{exponent + significant.Length - 1}");
    }
}
