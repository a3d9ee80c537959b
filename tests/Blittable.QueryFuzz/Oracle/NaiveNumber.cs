using System.Globalization;
using System.Numerics;

namespace Blittable.QueryFuzz.Oracle;

/// <summary>An arbitrary-precision decimal: a mantissa without trailing zeros times a power of ten.</summary>
internal readonly struct NaiveNumber : IEquatable<NaiveNumber>, IComparable<NaiveNumber>
{
    /// <summary>The number of significant digits of computed numbers.</summary>
    private const int MostDigits = 38;

    private readonly BigInteger _mantissa;
    private readonly int _exponent;

    private NaiveNumber(BigInteger mantissa, int exponent)
    {
        if (mantissa.IsZero)
        {
            return;
        }

        while (true)
        {
            var (quotient, remainder) = BigInteger.DivRem(mantissa, 10);
            if (!remainder.IsZero)
            {
                break;
            }

            (mantissa, exponent) = (quotient, exponent + 1);
        }

        (_mantissa, _exponent) = (mantissa, exponent);
    }

    public static NaiveNumber Zero => default;

    public bool IsZero => _mantissa.IsZero;

    public static NaiveNumber FromInt64(long value) => new(value, 0);

    /// <summary>Parses a JSON number, or the text of a .NET decimal or double.</summary>
    public static NaiveNumber Parse(string text)
    {
        var at = text.IndexOfAny(['e', 'E']);
        var exponent = at < 0 ? 0 : int.Parse(text[(at + 1)..], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        var digits = at < 0 ? text : text[..at];
        var point = digits.IndexOf('.', StringComparison.Ordinal);
        if (point >= 0)
        {
            exponent -= digits.Length - point - 1;
            digits = digits.Remove(point, 1);
        }

        return new(BigInteger.Parse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture), exponent);
    }

    public static NaiveNumber operator +(NaiveNumber left, NaiveNumber right)
    {
        var exponent = Math.Min(left._exponent, right._exponent);
        return new(left.At(exponent) + right.At(exponent), exponent);
    }

    public static NaiveNumber operator -(NaiveNumber value) => new(-value._mantissa, value._exponent);

    public static NaiveNumber operator -(NaiveNumber left, NaiveNumber right) => left + -right;

    public static NaiveNumber operator *(NaiveNumber left, NaiveNumber right) => new(left._mantissa * right._mantissa, left._exponent + right._exponent);

    /// <summary>Returns the remainder of a division that truncates, so the remainder has the sign of the dividend.</summary>
    public static NaiveNumber operator %(NaiveNumber left, NaiveNumber right)
    {
        var exponent = Math.Min(left._exponent, right._exponent);
        return new(BigInteger.Remainder(left.At(exponent), right.At(exponent)), exponent);
    }

    /// <summary>Returns the quotient. A quotient with more digits than <see cref="Rounded"/> keeps is truncated so that it rounds the same.</summary>
    public static NaiveNumber operator /(NaiveNumber left, NaiveNumber right)
    {
        var shift = Math.Max(0, MostDigits + 2 + Digits(right._mantissa) - Digits(left._mantissa));
        var (quotient, remainder) = BigInteger.DivRem(left._mantissa * BigInteger.Pow(10, shift), right._mantissa);
        var sign = left._mantissa.Sign * right._mantissa.Sign;

        // One more digit indicates whether there is a remainder.
        return new((quotient * 10) + (remainder.IsZero ? 0 : sign), left._exponent - right._exponent - shift - 1);
    }

    /// <summary>Returns the square root of a quotient. A root with more digits than <see cref="Rounded"/> keeps is truncated so that it rounds the same.</summary>
    public static NaiveNumber Root(NaiveNumber dividend, NaiveNumber divisor)
    {
        var exponent = dividend._exponent - divisor._exponent;
        var shift = (2 * (MostDigits + 2)) + Math.Max(0, Digits(divisor._mantissa) - Digits(dividend._mantissa));
        shift += (exponent - shift) & 1;
        var quotient = BigInteger.DivRem(dividend._mantissa * BigInteger.Pow(10, shift), divisor._mantissa, out var remainder);
        var root = BigInteger.Zero;
        for (var bit = BigInteger.One << (int)(quotient.GetBitLength() / 2); !bit.IsZero; bit >>= 1)
        {
            root += (root + bit) * (root + bit) <= quotient ? bit : 0;
        }

        var isExact = remainder.IsZero && root * root == quotient;
        return new((root * 10) + (isExact ? 0 : 1), ((exponent - shift) / 2) - 1);
    }

    public static bool operator ==(NaiveNumber left, NaiveNumber right) => left.Equals(right);

    public static bool operator !=(NaiveNumber left, NaiveNumber right) => !left.Equals(right);

    public static bool operator <(NaiveNumber left, NaiveNumber right) => left.CompareTo(right) < 0;

    public static bool operator >(NaiveNumber left, NaiveNumber right) => left.CompareTo(right) > 0;

    public static NaiveNumber Abs(NaiveNumber value) => value._mantissa.Sign < 0 ? -value : value;

    /// <summary>Returns the number times a power of ten.</summary>
    public NaiveNumber Shift(int power) => new(_mantissa, _exponent + power);

    /// <summary>Returns the number with 38 significant digits, rounded half to even.</summary>
    public NaiveNumber Rounded()
    {
        var excess = Digits(_mantissa) - MostDigits;
        if (excess <= 0)
        {
            return this;
        }

        var unit = BigInteger.Pow(10, excess);
        var (quotient, remainder) = BigInteger.DivRem(BigInteger.Abs(_mantissa), unit);
        var half = (2 * remainder).CompareTo(unit);
        quotient += half > 0 || (half == 0 && !quotient.IsEven) ? 1 : 0;
        return new(quotient * _mantissa.Sign, _exponent + excess);
    }

    /// <summary>Returns the text of a computed number, without trailing zeros in a fraction. An exponent is used only if the first digit is more than 38 places
    /// before or after the decimal point.</summary>
    public string ToComputedText()
    {
        if (IsZero)
        {
            return "0";
        }

        var sign = _mantissa.Sign < 0 ? "-" : "";
        var digits = BigInteger.Abs(_mantissa).ToString(CultureInfo.InvariantCulture);
        var places = digits.Length + _exponent;
        if (places is > MostDigits or < 1 - MostDigits)
        {
            var fraction = digits.Length > 1 ? $".{digits[1..]}" : "";
            return string.Create(CultureInfo.InvariantCulture, $"{sign}{digits[0]}{fraction}E{(places > 0 ? "+" : "")}{places - 1}");
        }

        return places >= digits.Length ? sign + digits.PadRight(places, '0')
            : places > 0 ? $"{sign}{digits[..places]}.{digits[places..]}"
            : $"{sign}0.{new string('0', -places)}{digits}";
    }

    /// <summary>Returns the integer part and the fraction of a number that is not negative.</summary>
    public (long Integer, NaiveNumber Fraction) Split()
    {
        var integer = (long)(_exponent >= 0 ? At(0) : _mantissa / BigInteger.Pow(10, -_exponent));
        return (integer, this - FromInt64(integer));
    }

    public int CompareTo(NaiveNumber other)
    {
        if (_mantissa.Sign != other._mantissa.Sign || IsZero)
        {
            return _mantissa.Sign.CompareTo(other._mantissa.Sign);
        }

        var order = (Digits(_mantissa) + _exponent).CompareTo(Digits(other._mantissa) + other._exponent);
        if (order != 0)
        {
            return order * _mantissa.Sign;
        }

        var exponent = Math.Min(_exponent, other._exponent);
        return At(exponent).CompareTo(other.At(exponent));
    }

    public bool Equals(NaiveNumber other) => _mantissa == other._mantissa && _exponent == other._exponent;

    public override bool Equals(object? obj) => obj is NaiveNumber other && Equals(other);

    public override int GetHashCode() => HashCode.Combine(_mantissa, _exponent);

    /// <summary>Returns a unique text for each number, such as <c>-12e-1</c>.</summary>
    public override string ToString() => _exponent == 0 ? $"{_mantissa}" : $"{_mantissa}e{_exponent}";

    private static int Digits(BigInteger value) => BigInteger.Abs(value).ToString(CultureInfo.InvariantCulture).Length;

    private BigInteger At(int exponent) => _mantissa * BigInteger.Pow(10, _exponent - exponent);
}
