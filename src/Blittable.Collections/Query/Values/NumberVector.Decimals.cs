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

    private Int128[] _decimals = [];
    private int[] _exponents = [];

    /// <summary>The arrays of the next result, which replaces the numbers only if all rows have one.</summary>
    private Int128[] _nextDecimals = [];
    private int[] _nextExponents = [];

    /// <summary>Gets a value that indicates whether the numbers are decimals with an exponent for each row.</summary>
    public bool AreDecimals => _form == Form.Decimals;

    /// <summary>Returns the decimal of a row that has a number: a mantissa times a power of ten.</summary>
    public (Int128 Mantissa, int Exponent) Decimal(int row) => (_decimals[row], _exponents[row]);

    /// <summary>Computes a product, sum or difference row by row, if the result of no row needs to be rounded, or a quotient of 64-bit mantissas.</summary>
    private bool TryComputeDecimals(NumberVector other, char operation)
    {
        if (!CanBeDecimals || !other.CanBeDecimals)
        {
            return false;
        }

        Grow(ref _nextDecimals, Rows);
        Grow(ref _nextExponents, Rows);
        var decimals = _nextDecimals.AsSpan(0, Rows);
        var exponents = _nextExponents.AsSpan(0, Rows);
        var hasNulls = HasNulls || other.HasNulls;
        for (var row = 0; row < decimals.Length; row++)
        {
            if (hasNulls && (IsNull(row) || other.IsNull(row)))
            {
                continue;
            }

            if (!TryDecimal(row, out var left, out var exponent) || !other.TryDecimal(row, out var right, out var otherExponent))
            {
                return false;
            }

            if (operation == '*')
            {
                if (left != (long)left || right != (long)right)
                {
                    return false;
                }

                left = Math.BigMul((long)left, (long)right);
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

                left = operation == '-' ? left - right : left + right;
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

        Grow(ref _nextDecimals, Rows);
        Grow(ref _nextExponents, Rows);
        for (var row = 0; row < Rows; row++)
        {
            var source = IsNull(row) ? other : this;
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

    private void TakeNextDecimals()
    {
        _form = Form.Decimals;
        (_decimals, _nextDecimals) = (_nextDecimals, _decimals);
        (_exponents, _nextExponents) = (_nextExponents, _exponents);
        CountValues();
    }

    /// <summary>Gets a value that indicates whether each number may be a decimal. Numbers of any size are computed one by one.</summary>
    private bool CanBeDecimals => _form != Form.Values && !HasTexts;

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
                if (!ShortestDecimal.TryGet(_doubles[row], out var small, out exponent))
                {
                    var number = ExactNumber.OfDouble(_doubles[row]);
                    (small, exponent) = (number.Mantissa, number.Exponent);
                    mantissa = small;
                    return number.IsSmall;
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
