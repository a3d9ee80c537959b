using System.Numerics;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Collections.Numbers;

/// <summary>Represents an exact decimal of any size: a mantissa times a power of ten. Equal numbers may have different mantissas and exponents.</summary>
internal readonly partial struct ExactNumber : IEquatable<ExactNumber>, IComparable<ExactNumber>
{
    /// <summary>The number of significant digits that computed numbers are rounded to.</summary>
    public const int MostDigits = 38;

    /// <summary>The maximum absolute exponent of a small number. Numbers with other exponents are stored in a <see cref="LargeNumber"/>.</summary>
    private const int MostSmallExponent = 100_000_000;

    /// <summary>The greatest power of ten that any 64-bit mantissa can be multiplied by in 128 bits.</summary>
    private const int MostInt128Power = 19;

    private readonly LargeNumber? _large;
    private readonly long _mantissa;
    private readonly int _exponent;

    public ExactNumber(long mantissa, int exponent = 0) => (_mantissa, _exponent) = (mantissa, exponent);

    public ExactNumber(LargeNumber large) => _large = large;

    /// <summary>Gets a value that indicates whether the number is <see cref="Mantissa"/> times a power of ten.</summary>
    public bool IsSmall => _large is null;

    /// <summary>Gets the mantissa of a small number.</summary>
    public long Mantissa => _mantissa;

    /// <summary>Gets the power of ten of a small number.</summary>
    public int Exponent => _exponent;

    /// <summary>Gets the parts of a number that is not small.</summary>
    public LargeNumber? Large => _large;

    public bool IsFinite => _large is null || _large.Special == 0;

    public bool IsZero => _large is null && _mantissa == 0;

    /// <summary>Gets the sign: -1, 0 or 1. For infinities and NaN, the sign of their rank in the order.</summary>
    public int Sign => _large is null ? Math.Sign(_mantissa)
        : IsFinite ? _large.Mantissa.Sign
        : double.IsPositiveInfinity(_large.Special) ? 1
        : -1;

    /// <summary>Creates an unrounded number of any size.</summary>
    public static ExactNumber Of(BigInteger mantissa, BigInteger exponent)
    {
        if (TryMakeSmall(mantissa, exponent, out var small))
        {
            return small;
        }

        StripZeros(ref mantissa, ref exponent);
        return TryMakeSmall(mantissa, exponent, out small) ? small : new ExactNumber(new LargeNumber(mantissa, exponent, null));
    }

    /// <summary>Creates a number from an integer and a scale.</summary>
    public static ExactNumber OfScaled(Int128 mantissa, int scale) =>
        mantissa == (long)mantissa ? new ExactNumber((long)mantissa, -scale) : Of(mantissa, -scale);

    /// <summary>Creates the number that the shortest text of a double represents.</summary>
    public static ExactNumber OfDouble(double value)
    {
        if (!double.IsFinite(value))
        {
            return new ExactNumber(new LargeNumber(0, 0, null) { Special = value });
        }

        if (Math.Abs(value) <= MostIntegerDouble && Math.Floor(value) == value)
        {
            return new ExactNumber((long)value);
        }

        Span<byte> text = stackalloc byte[MostDoubleBytes];
        System.Buffers.Text.Utf8Formatter.TryFormat(value, text, out var length);
        return Parse(text[..length]);
    }

    public static ExactNumber OfDecimal(decimal value)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        var mantissa = ((UInt128)(uint)bits[2] << 64) | ((ulong)(uint)bits[1] << 32) | (uint)bits[0];
        return OfScaled(value < 0 ? -(Int128)mantissa : (Int128)mantissa, value.Scale);
    }

    public int CompareTo(ExactNumber other)
    {
        if (_large is null && other._large is null)
        {
            if (_exponent == other._exponent)
            {
                return _mantissa.CompareTo(other._mantissa);
            }

            var distance = (long)_exponent - other._exponent;
            if (Math.Abs(distance) <= MostInt128Power)
            {
                return distance > 0
                    ? (_mantissa * PowerOfTen.Int128((int)distance)).CompareTo(other._mantissa)
                    : ((Int128)_mantissa).CompareTo(other._mantissa * PowerOfTen.Int128((int)-distance));
            }
        }

        return CompareParts(this, other);
    }

    public bool Equals(ExactNumber other) => CompareTo(other) == 0;

    public override bool Equals(object? obj) => obj is ExactNumber other && Equals(other);

    public override int GetHashCode()
    {
        if (_large is null)
        {
            var (mantissa, exponent) = Stripped();
            return HashCode.Combine(mantissa, (long)exponent);
        }

        if (!IsFinite)
        {
            return _large.Special.GetHashCode();
        }

        return _large.Mantissa >= long.MinValue && _large.Mantissa <= long.MaxValue && BigInteger.Abs(_large.Exponent) <= long.MaxValue
            ? HashCode.Combine((long)_large.Mantissa, (long)_large.Exponent)
            : HashCode.Combine(_large.Mantissa, _large.Exponent);
    }

    /// <summary>Gets the number as a 64-bit mantissa at the specified scale, if it is representable.</summary>
    public bool TryGetMantissa(int scale, out long mantissa)
    {
        mantissa = _mantissa;
        if (_large is not null)
        {
            return false;
        }

        var distance = (long)_exponent + scale;
        if (distance == 0 || _mantissa == 0)
        {
            return true;
        }

        if (Math.Abs(distance) >= PowerOfTen.Int64s.Length)
        {
            return false;
        }

        var power = PowerOfTen.Int64s[(int)Math.Abs(distance)];
        if (distance < 0)
        {
            (mantissa, var rest) = Math.DivRem(_mantissa, power);
            return rest == 0;
        }

        var scaled = (Int128)_mantissa * power;
        mantissa = (long)scaled;
        return mantissa == scaled;
    }

    /// <summary>Gets the number as a 64-bit integer, if it is one.</summary>
    public bool TryGetInteger(out long integer) => TryGetMantissa(0, out integer);

    /// <summary>Returns the greatest integer that is at most the number times a power of ten. If it exceeds 64 bits, returns the next integer beyond
    /// them.</summary>
    /// <param name="scale">The power of ten.</param>
    /// <param name="isExact">True if the product is an integer that fits.</param>
    public Int128 Floor(int scale, out bool isExact)
    {
        isExact = true;
        if (TryGetMantissa(scale, out var mantissa))
        {
            return mantissa;
        }

        isExact = false;
        if (!IsFinite)
        {
            return Sign > 0 ? Int128.MaxValue : Int128.MinValue;
        }

        var (value, exponent) = Parts();
        exponent += scale;
        if (exponent + DigitCount(value) > MostInt128Power + 1)
        {
            return Sign > 0 ? (Int128)long.MaxValue + 1 : (Int128)long.MinValue - 1;
        }

        if (exponent >= 0)
        {
            isExact = true;
            value *= BigInteger.Pow(10, (int)exponent);
        }
        else if (exponent + DigitCount(value) <= 0)
        {
            value = Sign < 0 ? -1 : 0;
        }
        else
        {
            value = BigInteger.DivRem(value, BigInteger.Pow(10, (int)-exponent), out var rest);
            isExact = rest.IsZero;
            value -= rest.Sign < 0 ? 1 : 0;
        }

        return value > long.MaxValue ? (Int128)long.MaxValue + 1 : value < long.MinValue ? (Int128)long.MinValue - 1 : (Int128)value;
    }

    /// <summary>Returns the nearest double.</summary>
    public double ToDouble()
    {
        if (_large is null)
        {
            var magnitude = DecimalToDouble.Convert((ulong)Int128.Abs(_mantissa), _exponent);
            return _mantissa < 0 ? -magnitude : magnitude;
        }

        if (!IsFinite)
        {
            return _large.Special;
        }

        return double.Parse($"{_large.Mantissa}e{_large.Exponent}", System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>Returns the nearest decimal, if the number is in the range of <see cref="decimal"/>.</summary>
    public bool TryGetDecimal(out decimal value)
    {
        value = 0;
        if (_large is null && _exponent is <= 0 and >= -DecimalScale)
        {
            var bits = (ulong)Int128.Abs(_mantissa);
            value = new decimal((int)(uint)bits, (int)(bits >> 32), 0, _mantissa < 0, (byte)-_exponent);
            return true;
        }

        var (mantissa, exponent) = Parts();
        if (!IsFinite || exponent + DigitCount(mantissa) > DecimalScale + 1)
        {
            return false;
        }

        // All numbers with 28 digits fit, and some with 29.
        for (var digits = DecimalScale + 1; digits >= DecimalScale; digits--)
        {
            var scale = BigInteger.Min(DecimalScale, digits - DigitCount(mantissa) - exponent);
            if (scale < 0)
            {
                scale = 0;
            }

            var rounded = RoundedAt(mantissa, exponent, -(int)scale);
            if (BigInteger.Abs(rounded) >> DecimalBits == 0)
            {
                value = (decimal)rounded * new decimal(1, 0, 0, false, (byte)scale);
                return true;
            }
        }

        return false;
    }

    /// <summary>Returns the mantissa and exponent of a finite number.</summary>
    public (BigInteger Mantissa, BigInteger Exponent) Parts() => _large is null ? (_mantissa, _exponent) : (_large.Mantissa, _large.Exponent);

    private static bool TryMakeSmall(in BigInteger mantissa, in BigInteger exponent, out ExactNumber number)
    {
        var fits = mantissa >= long.MinValue && mantissa <= long.MaxValue && BigInteger.Abs(exponent) <= MostSmallExponent;
        number = fits ? new ExactNumber((long)mantissa, (int)exponent) : mantissa.IsZero ? new ExactNumber(0) : default;
        return fits || mantissa.IsZero;
    }

    private static int CompareParts(in ExactNumber left, in ExactNumber right)
    {
        if (!left.IsFinite || !right.IsFinite)
        {
            return Rank(left).CompareTo(Rank(right));
        }

        if (left.Sign != right.Sign || left.Sign == 0)
        {
            return left.Sign.CompareTo(right.Sign);
        }

        var (a, b) = (left.Parts(), right.Parts());
        var order = (a.Exponent + DigitCount(a.Mantissa)).CompareTo(b.Exponent + DigitCount(b.Mantissa));
        if (order != 0)
        {
            return order * left.Sign;
        }

        // Both have the same number of digits before the decimal point, so their exponents differ by at most the number of mantissa digits.
        return a.Exponent > b.Exponent
            ? (a.Mantissa * BigInteger.Pow(10, (int)(a.Exponent - b.Exponent))).CompareTo(b.Mantissa)
            : a.Mantissa.CompareTo(b.Mantissa * BigInteger.Pow(10, (int)(b.Exponent - a.Exponent)));
    }

    /// <summary>Returns the rank in the order: NaN, negative infinity, finite numbers, positive infinity.</summary>
    private static int Rank(in ExactNumber number) =>
        number.IsFinite ? 2 : double.IsNaN(number._large!.Special) ? 0 : number.Sign > 0 ? 3 : 1;

    /// <summary>Returns the small number without trailing zeros in its mantissa.</summary>
    public (long Mantissa, int Exponent) Stripped()
    {
        if (_mantissa == 0)
        {
            return (0, 0);
        }

        var (mantissa, exponent) = (_mantissa, _exponent);
        for (; mantissa % 10 == 0; exponent++)
        {
            mantissa /= 10;
        }

        return (mantissa, exponent);
    }
}
