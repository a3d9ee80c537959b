using System.Globalization;
using System.Numerics;
using System.Text;
using Blittable.Reading;

namespace Blittable.Collections.Numbers;

/// <content>Parsing and formatting.</content>
internal readonly partial struct ExactNumber
{
    private const double MostIntegerDouble = 1e15;
    private const int MostDoubleBytes = 32;
    private const int DecimalScale = 28;
    private const int DecimalBits = 96;

    /// <summary>Parses a JSON number.</summary>
    public static ExactNumber Parse(ReadOnlySpan<byte> text) => TryParse(text, out var number, out _) ? number : default;

    /// <summary>Parses a JSON number.</summary>
    /// <param name="text">The text.</param>
    /// <param name="number">The number.</param>
    /// <param name="isPlain">True if mantissa and exponent determine the text: it has no exponent, no minus before zero, and not too many digits.</param>
    /// <returns>False if the text is not a JSON number.</returns>
    public static bool TryParse(ReadOnlySpan<byte> text, out ExactNumber number, out bool isPlain)
    {
        number = default;
        isPlain = false;
        if (!NumberText.TryParse(text, out var parts))
        {
            return false;
        }

        if (parts.IsTruncated || parts.Significand > long.MaxValue || Math.Abs(parts.Exponent) >= MostSmallExponent / 2)
        {
            number = ParseLarge(text);
            return true;
        }

        number = new ExactNumber(parts.IsNegative ? -(long)parts.Significand : (long)parts.Significand, parts.Exponent);
        var digits = text.Length - (parts.IsNegative ? 1 : 0) - (parts.IsInteger ? 0 : 1);
        isPlain = digits <= NumberText.MaxDigits && !(parts.IsNegative && parts.Significand == 0) && !text.ContainsAny((byte)'e', (byte)'E');
        return true;
    }

    /// <summary>Formats a computed number without trailing zeros in its fraction, and without an exponent if its first digit is at most 38 places before or
    /// after the decimal point.</summary>
    public string ToText()
    {
        if (!IsFinite)
        {
            return _large!.Special.ToString(CultureInfo.InvariantCulture);
        }

        var (mantissa, exponent) = Parts();
        StripZeros(ref mantissa, ref exponent);
        var digits = BigInteger.Abs(mantissa).ToString(CultureInfo.InvariantCulture);
        var sign = mantissa.Sign < 0 ? "-" : "";
        var first = exponent + digits.Length;
        if (first > MostDigits || first <= -MostDigits)
        {
            var power = first - 1;
            return $"{sign}{digits[0]}{(digits.Length > 1 ? "." : "")}{digits[1..]}E{(power.Sign < 0 ? "" : "+")}{power}";
        }

        return exponent >= 0 ? sign + digits + new string('0', (int)exponent)
            : first > 0 ? $"{sign}{digits[..(int)first]}.{digits[(int)first..]}"
            : $"{sign}0.{new string('0', (int)-first)}{digits}";
    }

    /// <summary>Formats a small number with as many fraction digits as its exponent indicates.</summary>
    public static string ToPlainText(long mantissa, int exponent)
    {
        if (exponent == 0)
        {
            return mantissa.ToString(CultureInfo.InvariantCulture);
        }

        Span<byte> text = stackalloc byte[StoredNumber.MaxFormattedLength];
        StoredNumber.OfDecimal(mantissa, -exponent).TryFormat(text, out var length);
        return Encoding.ASCII.GetString(text[..length]);
    }

    private static ExactNumber ParseLarge(ReadOnlySpan<byte> text)
    {
        var exponentAt = text.IndexOfAny((byte)'e', (byte)'E');
        var exponent = exponentAt < 0 ? BigInteger.Zero : BigInteger.Parse(Encoding.ASCII.GetString(text[(exponentAt + 1)..]), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        var mantissa = Encoding.ASCII.GetString(exponentAt < 0 ? text : text[..exponentAt]);
        var point = mantissa.IndexOf('.', StringComparison.Ordinal);
        if (point >= 0)
        {
            exponent -= mantissa.Length - point - 1;
            mantissa = mantissa.Remove(point, 1);
        }

        return Of(BigInteger.Parse(mantissa, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture), exponent);
    }
}
