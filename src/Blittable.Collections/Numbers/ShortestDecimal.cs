using Blittable.Layout;

namespace Blittable.Collections.Numbers;

/// <summary>Finds the decimal that the shortest text of a double is, without the text.</summary>
/// <remarks>
/// The unit of the last digit is the power of ten at or below the distance of doubles, so that the shortest decimal is a multiple of ten units, if one of them is
/// nearer to the double than to its neighbours, or else the nearest multiple of the unit. In a range of exponents a power of ten is a double, and a product with it
/// is exactly the sum of two doubles; decimals are compared with that sum. Whatever is on a border is left to the general method.
/// </remarks>
internal static class ShortestDecimal
{
    /// <summary>The bits of a double behind its exponent.</summary>
    public const int FractionBits = 52;

    private const int ExponentBias = 1075;

    /// <summary>The bits of an exponent.</summary>
    public const int ExponentMask = 0x7FF;

    private const double MostInteger = 1L << 53;

    /// <summary>With more fraction digits the difference of a product and a decimal would not be a double.</summary>
    private const int MostFractionDigits = 20;

    /// <summary>The powers of ten as doubles, all exact.</summary>
    private static readonly double[] _powers = [.. Enumerable.Range(0, MostFractionDigits + 1).Select(power => (double)PowerOfTen.Int128(power))];

    /// <summary>For each exponent of a double the fraction digits of its unit; -1 where there is no way here.</summary>
    private static readonly sbyte[] _digits = [.. Enumerable.Range(0, ExponentMask + 1).Select(exponent => DigitsOf(exponent - ExponentBias))];

    /// <summary>For each exponent of a double the number of units in one; NaN where there is no way here.</summary>
    private static readonly double[] _unitsInOne = Array.ConvertAll(_digits, digits => digits < 0 ? double.NaN : _powers[digits]);

    /// <summary>For each exponent of a double half the distance of doubles, in units.</summary>
    private static readonly double[] _margins = [.. _unitsInOne.Select((units, exponent) => Math.ScaleB(units, exponent - ExponentBias - 1))];

    /// <summary>A decimal has fewer units than that.</summary>
    public const double MostUnits = 10 * MostInteger;

    /// <summary>The powers of ten as doubles, all exact.</summary>
    public static ReadOnlySpan<double> PowersOfTen => _powers;

    /// <summary>For each exponent of a double the number of units in one; NaN where there is no way here.</summary>
    public static ReadOnlySpan<double> Powers => _unitsInOne;

    /// <summary>For each exponent of a double the fraction digits of its unit; -1 where there is no way here.</summary>
    public static ReadOnlySpan<sbyte> DigitsOfExponents => _digits;

    /// <summary>The most fraction digits of a unit.</summary>
    public const int MostDigits = MostFractionDigits;

    /// <summary>Returns the fraction digits of a double's unit; -1 where there is no way here.</summary>
    public static int Digits(double value) => _digits[(int)(BitConverter.DoubleToUInt64Bits(value) >> FractionBits) & ExponentMask];

    /// <summary>Finds the decimal, without zeros at the end of its fraction.</summary>
    /// <param name="value">The double.</param>
    /// <param name="mantissa">The decimal's mantissa.</param>
    /// <param name="exponent">Its power of ten, 0 or less.</param>
    /// <returns><see langword="true"/> if it was found; otherwise, <see langword="false"/>, and the text must be made.</returns>
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

        // The product is the sum of a whole number and a rest of at most 8, which may be negative.
        var power = _powers[digits];
        var product = magnitude * power;
        var rest = Math.FusedMultiplyAdd(magnitude, power, -product);
        var whole = (long)product;

        // Decimals nearer than that have the double as the nearest one. Below a power of two doubles are twice as close.
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

    /// <summary>Takes zeros off the end of a fraction.</summary>
    private static void Strip(ref long mantissa, ref int exponent)
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

    /// <summary>Returns the least number of fraction digits whose unit is at most a power of two.</summary>
    private static sbyte DigitsOf(int powerOfTwo)
    {
        var digits = (int)Math.Ceiling(-powerOfTwo * Math.Log10(2));
        return digits is >= 0 and <= MostFractionDigits ? (sbyte)digits : (sbyte)-1;
    }
}
