using System.Globalization;
using System.Numerics;

namespace Blittable.Collections.Tests.Query;

/// <summary>An arbitrary-precision decimal, computed in the straightforward way as an integer times a power of ten.</summary>
internal readonly record struct DecimalOracle(BigInteger Mantissa, int Exponent) : IComparable<DecimalOracle>
{
    private const int MostDigits = 38;

    /// <summary>Gets the mantissa and exponent without trailing zeros. Equal numbers have equal keys.</summary>
    public string Key
    {
        get
        {
            var (mantissa, exponent) = (Mantissa, Exponent);
            for (; !mantissa.IsZero && mantissa % 10 == 0; exponent++)
            {
                mantissa /= 10;
            }

            return mantissa.IsZero ? "0" : $"{mantissa}e{exponent}";
        }
    }

    public static DecimalOracle Parse(string text)
    {
        var end = text.IndexOfAny(['e', 'E']);
        var exponent = end < 0 ? 0 : int.Parse(text[(end + 1)..], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        var digits = end < 0 ? text : text[..end];
        var point = digits.IndexOf('.', StringComparison.Ordinal);
        return point < 0
            ? new(BigInteger.Parse(digits, CultureInfo.InvariantCulture), exponent)
            : new(BigInteger.Parse(digits.Remove(point, 1), CultureInfo.InvariantCulture), exponent - (digits.Length - point - 1));
    }

    public static DecimalOracle operator +(DecimalOracle left, DecimalOracle right)
    {
        var exponent = Math.Min(left.Exponent, right.Exponent);
        return new(left.At(exponent) + right.At(exponent), exponent);
    }

    public static DecimalOracle operator -(DecimalOracle left, DecimalOracle right) => left + new DecimalOracle(-right.Mantissa, right.Exponent);

    public static DecimalOracle operator *(DecimalOracle left, DecimalOracle right) => new(left.Mantissa * right.Mantissa, left.Exponent + right.Exponent);

    /// <summary>Returns the quotient, rounded once.</summary>
    public static DecimalOracle operator /(DecimalOracle left, DecimalOracle right)
    {
        // The quotient has at least twice the digits of the result, and a last digit that shows whether there is a remainder.
        var spare = (2 * MostDigits) + (int)(right.Mantissa.GetBitLength() / 3);
        var quotient = BigInteger.DivRem(left.Mantissa * BigInteger.Pow(10, spare), right.Mantissa, out var rest);
        return new DecimalOracle((quotient * 10) + (rest.IsZero ? 0 : rest.Sign * right.Mantissa.Sign), left.Exponent - right.Exponent - spare - 1).Rounded();
    }

    public DecimalOracle Rounded()
    {
        var excess = BigInteger.Abs(Mantissa).ToString(CultureInfo.InvariantCulture).Length - MostDigits;
        if (excess <= 0)
        {
            return this;
        }

        var power = BigInteger.Pow(10, excess);
        var quotient = BigInteger.DivRem(BigInteger.Abs(Mantissa), power, out var rest);
        quotient += rest * 2 > power || (rest * 2 == power && !quotient.IsEven) ? 1 : 0;
        return new(Mantissa.Sign * quotient, Exponent + excess);
    }

    public int CompareTo(DecimalOracle other) => (this - other).Mantissa.Sign;

    private BigInteger At(int exponent) => Mantissa * BigInteger.Pow(10, Exponent - exponent);
}
