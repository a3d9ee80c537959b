using Blittable.Layout;

namespace Blittable.Collections.Numbers;

/// <summary>Computes the decimal that the shortest text of a double represents, without formatting it.</summary>
/// <remarks>
/// The unit of the last digit is the greatest power of ten that is at most the distance between adjacent doubles. The shortest decimal is thus a multiple of
/// ten units, if one of them is nearer to the double than to its neighbors, or else the nearest multiple of the unit. In a range of exponents, the power of ten
/// is an exact double, and the product with it is exactly the sum of two doubles; decimals are compared with that sum. Borderline cases are left to the general
/// method.
/// </remarks>
internal static class ShortestDecimal
{
    /// <summary>The number of fraction bits in a double.</summary>
    public const int FractionBits = 52;

    private const int ExponentBias = 1075;

    /// <summary>The mask of the exponent bits, after shifting.</summary>
    public const int ExponentMask = 0x7FF;

    private const double MostInteger = 1L << 53;

    /// <summary>The maximum number of fraction digits for which the difference of a product and a decimal is an exact double.</summary>
    private const int MostFractionDigits = 20;

    /// <summary>The powers of ten as doubles, all exact.</summary>
    private static readonly double[] _powers = [.. Enumerable.Range(0, MostFractionDigits + 1).Select(power => (double)PowerOfTen.Int128(power))];

    /// <summary>For each exponent of a double, the fraction digits of its unit; -1 if the exponent is not supported.</summary>
    private static readonly sbyte[] _digits = [.. Enumerable.Range(0, ExponentMask + 1).Select(exponent => DigitsOf(exponent - ExponentBias))];

    /// <summary>For each exponent of a double, the number of units in one; NaN if the exponent is not supported.</summary>
    private static readonly double[] _unitsInOne = Array.ConvertAll(_digits, digits => digits < 0 ? double.NaN : _powers[digits]);

    /// <summary>For each exponent of a double, half the distance between adjacent doubles, in units.</summary>
    private static readonly double[] _margins = [.. _unitsInOne.Select((units, exponent) => Math.ScaleB(units, exponent - ExponentBias - 1))];

    /// <summary>The exclusive upper bound of a decimal, in units.</summary>
    public const double MostUnits = 10 * MostInteger;

    /// <summary>Gets the powers of ten as doubles, all exact.</summary>
    public static ReadOnlySpan<double> PowersOfTen => _powers;

    /// <summary>Gets, for each exponent of a double, the number of units in one; NaN if the exponent is not supported.</summary>
    public static ReadOnlySpan<double> Powers => _unitsInOne;

    /// <summary>Gets, for each exponent of a double, the fraction digits of its unit; -1 if the exponent is not supported.</summary>
    public static ReadOnlySpan<sbyte> DigitsOfExponents => _digits;

    /// <summary>The maximum number of fraction digits of a unit.</summary>
    public const int MostDigits = MostFractionDigits;

    /// <summary>Returns the fraction digits of a double's unit, or -1 if its exponent is not supported.</summary>
    public static int Digits(double value) => _digits[(int)(BitConverter.DoubleToUInt64Bits(value) >> FractionBits) & ExponentMask];

    /// <summary>Finds the decimal, without trailing zeros in its fraction.</summary>
    /// <param name="value">The double.</param>
    /// <param name="mantissa">The mantissa of the decimal.</param>
    /// <param name="exponent">The power of ten, 0 or less.</param>
    /// <returns><see langword="true"/> if the decimal was found; otherwise, <see langword="false"/>, and the double must be formatted.</returns>
    public static bool TryGet(double value, out long mantissa, out int exponent)
    {
        var magnitude = Math.Abs(value);
        if (magnitude < MostInteger && Math.Floor(magnitude) == magnitude)
        {
            (mantissa, exponent) = ((long)value, 0);
            return true;
        }

        (mantissa, exponent) = (0, 0);
        var bits = BitConverter.DoubleToUInt64Bits(magnitude);
        var digits = _digits[(int)(bits >> FractionBits)];
        if (digits < 0)
        {
            return false;
        }

        // The product is the sum of an integer and a remainder of at most 8, which may be negative.
        var power = _powers[digits];
        var product = magnitude * power;
        var rest = Math.FusedMultiplyAdd(magnitude, power, -product);
        var whole = (long)product;

        // The double is the nearest one to all decimals within this margin. Below a power of two, adjacent doubles are twice as close.
        var above = _margins[(int)(bits >> FractionBits)];
        var below = (bits & ((1UL << FractionBits) - 1)) == 0 ? above / 2 : above;

        var last = whole % 10;
        var distance = last + rest;
        var tens = whole - last + (distance > 15 ? 20 : distance > 5 ? 10 : distance < -5 ? -10 : 0);
        var difference = (tens - whole) - rest;
        if (difference < above && -difference < below)
        {
            (mantissa, exponent) = (tens / 10, 1 - digits);
            Strip(ref mantissa, ref exponent);
        }
        else
        {
            var nearest = Math.Round(rest);
            var error = nearest - rest;
            if (difference == above || -difference == below || Math.Abs(error) == 0.5 || error >= above || -error >= below)
            {
                return false;
            }

            (mantissa, exponent) = (whole + (long)nearest, -digits);
        }

        if (exponent > 0)
        {
            (mantissa, exponent) = (mantissa * 10, 0);
        }

        mantissa = value < 0 ? -mantissa : mantissa;
        return true;
    }

    /// <summary>Removes trailing zeros from a fraction.</summary>
    public static void Strip(ref long mantissa, ref int exponent)
    {
        while (exponent <= -8 && mantissa % 100_000_000 == 0)
        {
            (mantissa, exponent) = (mantissa / 100_000_000, exponent + 8);
        }

        while (exponent < 0 && mantissa % 10 == 0)
        {
            (mantissa, exponent) = (mantissa / 10, exponent + 1);
        }
    }

    /// <summary>Returns the smallest number of fraction digits whose unit is at most a power of two.</summary>
    private static sbyte DigitsOf(int powerOfTwo)
    {
        var digits = (int)Math.Ceiling(-powerOfTwo * Math.Log10(2));
        return digits is >= 0 and <= MostFractionDigits ? (sbyte)digits : (sbyte)-1;
    }
}
