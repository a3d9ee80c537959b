using Blittable.Collections.Numbers;
using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <content>Arithmetic on decimals that each have an exponent, such as those of doubles with 17 digits.</content>
internal sealed partial class NumberVector
{
    /// <summary>The greatest power of ten that any 64-bit mantissa can be multiplied by without exceeding <see cref="MostUpper"/>.</summary>
    private const int MostAlignedDigits = 18;

    /// <summary>The upper 64 bits of sums, and of what they are computed from, are between this and its negative, so a sum has at most 38 digits and is not
    /// rounded. Quotients have up to 38 digits.</summary>
    private const long MostUpper = 1L << 60;

    /// <summary>The number of bits of a product that is not rounded, because it has at most 38 digits.</summary>
    private const int MostProductBits = 126;

    /// <summary>The doubles nearest to 10^0, 10^-1 and so on.</summary>
    private static readonly double[] _fractions =
        [.. Enumerable.Range(0, 64).Select(digits => double.Parse($"1e-{digits}", System.Globalization.CultureInfo.InvariantCulture))];

    /// <summary>The powers of ten that are exact as doubles.</summary>
    private static readonly double[] _exactPowers = [.. Enumerable.Range(0, 23).Select(power => (double)PowerOfTen.Int128(power))];

    private Int128[] _decimals = [];
    private int[] _exponents = [];

    /// <summary>The arrays of the next result, which replaces the numbers only if all rows have one.</summary>
    private Int128[] _nextDecimals = [];
    private int[] _nextExponents = [];

    /// <summary>Gets a value that indicates whether the numbers are decimals with an exponent for each row.</summary>
    public bool AreDecimals => _form == Form.Decimals;

    /// <summary>Returns the decimal of a row that has a number: a mantissa times a power of ten.</summary>
    public (Int128 Mantissa, int Exponent) Decimal(int row) => (_decimals[row], _exponents[row]);

    /// <summary>Gets the mantissas of the decimals; 0 for rows without a number.</summary>
    public ReadOnlySpan<Int128> Decimals => _decimals.AsSpan(0, Rows);

    /// <summary>Gets the exponents of the decimals.</summary>
    public ReadOnlySpan<int> Exponents => _exponents.AsSpan(0, Rows);

    /// <summary>Copies a double near the decimal of each row. Its relative error is less than 2^-51.</summary>
    public void CopyEstimates(Span<double> doubles)
    {
        for (var row = 0; row < Rows; row++)
        {
            var exponent = -_exponents[row];
            doubles[row] = (double)_decimals[row] * (exponent >= 0 && exponent < _fractions.Length ? _fractions[exponent] : Math.Pow(10, -exponent));
        }
    }

    /// <summary>Copies the nearest double of each decimal; 0 for rows without a number.</summary>
    public void CopyNearest(Span<double> doubles)
    {
        for (var row = 0; row < Rows; row++)
        {
            doubles[row] = _decimals[row] == 0 ? 0
                : TryNearest(_decimals[row], -_exponents[row], out var nearest) ? nearest
                : this[row].GetDouble();
        }
    }

    /// <summary>Divides a mantissa by a power of ten with twice the precision of doubles, if the error does not affect the nearest double.</summary>
    private static bool TryNearest(Int128 mantissa, int digits, out double nearest)
    {
        // 10^22 is the greatest power of ten that is exact as a double.
        const int mostExact = 22;
        const double error = 1.0 / (1L << 49) / (1L << 49);
        nearest = 0;
        if (digits is < 0 or > 2 * mostExact)
        {
            return false;
        }

        var upper = (double)mantissa;
        var lower = (double)(mantissa - (Int128)upper);
        for (; digits > 0; digits -= mostExact)
        {
            var power = _exactPowers[Math.Min(digits, mostExact)];
            var quotient = upper / power;
            lower = (Math.FusedMultiplyAdd(-quotient, power, upper) + lower) / power;
            upper = quotient;
        }

        var margin = Math.Abs(upper) * error;
        nearest = upper + (lower + margin);
        return nearest == upper + (lower - margin);
    }

    /// <summary>Computes a product, sum, difference or remainder row by row, if the result of no row needs to be rounded, or a quotient of 64-bit
    /// mantissas.</summary>
    private bool TryComputeDecimals(NumberVector other, char operation)
    {
        if (TryComputeSmalls(other, operation))
        {
            return true;
        }

        if (!CanBeDecimals || !other.CanBeDecimals)
        {
            return false;
        }

        LoadSmalls();
        other.LoadSmalls();
        Grow(ref _nextDecimals, Rows);
        Grow(ref _nextExponents, Rows);
        var decimals = _nextDecimals.AsSpan(0, Rows);
        var exponents = _nextExponents.AsSpan(0, Rows);
        var hasNulls = HasNulls || other.HasNulls;
        for (var row = 0; row < decimals.Length; row++)
        {
            if (hasNulls && (IsNull(row) || other.IsNull(row)))
            {
                (decimals[row], exponents[row]) = (0, 0);
                continue;
            }

            if (!TryDecimal(row, out var left, out var exponent) || !other.TryDecimal(row, out var right, out var otherExponent))
            {
                return false;
            }

            if (operation == '*')
            {
                if (Bits(left) + Bits(right) > MostProductBits)
                {
                    return false;
                }

                left *= right;
                exponent += otherExponent;
            }
            else if (operation == '/')
            {
                if (left != (long)left || right != (long)right)
                {
                    return false;
                }

                left = ExactNumber.Quotient((long)left, (long)right, out var power);
                exponent += power - otherExponent;
            }
            else
            {
                var common = Math.Min(exponent, otherExponent);
                if (!TryAlign(ref left, exponent - common) || !TryAlign(ref right, otherExponent - common))
                {
                    return false;
                }

                left = operation == '%' ? left % right : operation == '-' ? left - right : left + right;
                exponent = common;
                if ((long)(left >> 64) is >= MostUpper or <= -MostUpper)
                {
                    return false;
                }
            }

            (decimals[row], exponents[row]) = (left, exponent);
        }

        for (var word = 0; word < Validity.Length; word++)
        {
            Validity[word] &= other.Validity[word];
        }

        TakeNextDecimals();
        return true;
    }

    /// <summary>Fills rows without a number from another vector.</summary>
    private bool TryCoalesceDecimals(NumberVector other)
    {
        if (!CanBeDecimals || !other.CanBeDecimals)
        {
            return false;
        }

        LoadSmalls();
        other.LoadSmalls();
        Grow(ref _nextDecimals, Rows);
        Grow(ref _nextExponents, Rows);
        for (var row = 0; row < Rows; row++)
        {
            var source = IsNull(row) ? other : this;
            (_nextDecimals[row], _nextExponents[row]) = (0, 0);
            if (!source.IsNull(row) && !source.TryDecimal(row, out _nextDecimals[row], out _nextExponents[row]))
            {
                return false;
            }
        }

        for (var word = 0; word < Validity.Length; word++)
        {
            Validity[word] |= other.Validity[word];
        }

        TakeNextDecimals();
        return true;
    }

    /// <summary>Returns the number of bits of an absolute value.</summary>
    private static int Bits(Int128 value) => 128 - (int)Int128.LeadingZeroCount(Int128.Abs(value));

    private void TakeNextDecimals()
    {
        _form = Form.Decimals;
        (_decimals, _nextDecimals) = (_nextDecimals, _decimals);
        (_exponents, _nextExponents) = (_nextExponents, _exponents);
        CountValues();
    }

    /// <summary>Gets a value that indicates whether each number may be a decimal. Numbers of any size are computed one by one.</summary>
    private bool CanBeDecimals => _form != Form.Values && !HasTexts;

    /// <summary>Converts doubles for all rows at once, which <see cref="TryDecimal"/> otherwise does row by row.</summary>
    private void LoadSmalls()
    {
        if (HasDoubles)
        {
            TryLoadSmalls();
        }
    }

    private bool TryDecimal(int row, out Int128 mantissa, out int exponent)
    {
        switch (_form)
        {
            case Form.Mantissas:
                (mantissa, exponent) = (_mantissas[row], -Scale);
                return true;
            case Form.Decimals:
                (mantissa, exponent) = Decimal(row);
                return true;
            default:
                long small;
                if (_areSmallsLoaded)
                {
                    (small, exponent) = (_smalls[row], _smallExponents[row]);
                }
                else if (!TryGetShortest(_doubles[row], out small, out exponent))
                {
                    mantissa = 0;
                    return false;
                }

                mantissa = small;
                return true;
        }
    }

    /// <summary>Multiplies a mantissa by a power of ten, if there is room for a sum.</summary>
    private static bool TryAlign(ref Int128 mantissa, int digits)
    {
        if (digits == 0)
        {
            return (long)(mantissa >> 64) is < MostUpper and > -MostUpper;
        }

        if (digits > MostAlignedDigits || mantissa != (long)mantissa)
        {
            return false;
        }

        mantissa = Math.BigMul((long)mantissa, PowerOfTen.Int64(digits));
        return true;
    }
}
