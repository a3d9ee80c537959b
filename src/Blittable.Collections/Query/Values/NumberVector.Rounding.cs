using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <content>Absolute values and rounding.</content>
internal sealed partial class NumberVector
{
    /// <summary>The exclusive upper bound of mantissas that are less than half of any unit beyond 64 bits.</summary>
    private const long MostHalf = 1L << 62;

    /// <summary>Returns a function that receives the quotient and the remainder of a division, and the divisor, and returns the rounded quotient.</summary>
    private static Func<long, long, long, long> ChoiceOf(Rounding rounding) => rounding switch
    {
        Rounding.Floor => static (quotient, remainder, _) => remainder < 0 ? quotient - 1 : quotient,
        Rounding.Ceiling => static (quotient, remainder, _) => remainder > 0 ? quotient + 1 : quotient,
        _ => static (quotient, remainder, unit) => (ulong)Math.Abs(remainder) * 2 >= (ulong)unit ? quotient + Math.Sign(remainder) : quotient,
    };

    /// <summary>Divides numbers row by row, and rounds to a number of fraction digits, or to a power of ten if it is negative, if all numbers fit in 64
    /// bits. The result is null if an operand is null or the divisor is zero.</summary>
    /// <param name="divisor">The divisors.</param>
    /// <param name="digits">The digits.</param>
    /// <param name="rounding">The direction.</param>
    /// <remarks>The results equal the results of rounding a quotient of 38 digits: two integers of at most 19 digits have no quotient that is closer to an
    /// integer, or to the middle between two, than the error of 38 digits, unless it equals that number.</remarks>
    public bool TryDivide(NumberVector divisor, int digits, Rounding rounding)
    {
        var choose = ChoiceOf(rounding);
        if (HasDoubles || divisor.HasDoubles)
        {
            return TryDivideSmalls(divisor, digits, choose);
        }

        // The quotient of the mantissas is in units of the last digit after both have these scales.
        var shift = divisor.Scale - Scale + digits;
        var (scale, divisorScale) = (Scale + Math.Max(0, shift), divisor.Scale + Math.Max(0, -shift));
        var factor = PowerOfTen.Int64(Math.Max(0, -digits));
        if (!AreMantissas || !divisor.AreMantissas || factor == 0 || digits > ChunkInfo.MostFractionDigits || Reach(this, scale) > long.MaxValue || Reach(divisor, divisorScale) > long.MaxValue)
        {
            return false;
        }

        Rescale(scale);
        divisor.Rescale(divisorScale);
        KeepCommon(divisor);
        ulong largest = 0;
        var (quotients, divisors) = (_mantissas, divisor._mantissas);
        for (var row = 0; row < Rows; row++)
        {
            if (divisors[row] == 0)
            {
                _validity[row >> 6] &= ~(1UL << row);
                quotients[row] = 0;
                continue;
            }

            var (dividend, by) = divisors[row] < 0 ? (-quotients[row], -divisors[row]) : (quotients[row], divisors[row]);
            var (quotient, rest) = Math.DivRem(dividend, by);
            quotients[row] = choose(quotient, rest, by);
            largest = Math.Max(largest, (ulong)Math.Abs(quotients[row]));
        }

        CountValues();
        if ((UInt128)largest * (ulong)factor > long.MaxValue)
        {
            return false;
        }

        ProductKernel.Multiply(Mantissas, factor);
        (Scale, Largest) = (Math.Max(0, digits), largest * (ulong)factor);
        return true;
    }

    /// <summary>Computes absolute values, if the results fit in 64 bits at a common scale, or in 128 bits with an exponent for each row.</summary>
    public bool TryAbs()
    {
        if (!AreMantissas)
        {
            return TryAbsDecimals();
        }

        if (Largest > long.MaxValue)
        {
            return false;
        }

        MantissaKernel.Abs(Mantissas);
        return true;
    }

    /// <summary>Rounds numbers to a number of fraction digits, or to a power of ten if it is negative, if the results fit in 64 bits.</summary>
    /// <param name="digits">The digits.</param>
    /// <param name="rounding">The direction.</param>
    public bool TryRound(int digits, Rounding rounding)
    {
        if (!AreMantissas)
        {
            return TryRoundDecimals(digits, ChoiceOf(rounding));
        }

        var dropped = Scale - digits;
        if (dropped > ChunkInfo.MostFractionDigits)
        {
            return false;
        }

        if (dropped <= 0)
        {
            return true;
        }

        var (unit, factor) = (PowerOfTen.Int64(dropped), PowerOfTen.Int64(Math.Max(0, -digits)));
        var largest = ((UInt128)(Largest / (ulong)unit) + 1) * (ulong)factor;
        if (largest > long.MaxValue)
        {
            return false;
        }

        if (Largest + (ulong)unit <= QuotientKernel.Most)
        {
            QuotientKernel.Round(Mantissas, unit, rounding, factor);
        }
        else
        {
            QuotientKernel.RoundScalar(Mantissas, unit, rounding, factor);
        }

        (Scale, Largest) = (Math.Max(0, digits), (ulong)largest);
        return true;
    }

    private bool TryAbsDecimals()
    {
        if (!TryLoadDecimals())
        {
            return false;
        }

        foreach (ref var mantissa in _decimals.AsSpan(0, Rows))
        {
            mantissa = Int128.Abs(mantissa);
        }

        return true;
    }

    /// <summary>Converts doubles to decimals.</summary>
    private bool TryLoadDecimals()
    {
        if (AreDecimals)
        {
            return true;
        }

        if (!HasDoubles || !TryGetSmalls(out var smalls))
        {
            return false;
        }

        Grow(ref _nextDecimals, Rows);
        Grow(ref _nextExponents, Rows);
        for (var row = 0; row < Rows; row++)
        {
            (_nextDecimals[row], _nextExponents[row]) = (smalls.Mantissas[row], smalls.Exponent(row));
        }

        TakeNextDecimals();
        return true;
    }

    /// <summary>Rounds doubles and decimals to mantissas.</summary>
    private bool TryRoundDecimals(int digits, Func<long, long, long, long> choose)
    {
        if (Math.Abs(digits) > ChunkInfo.MostFractionDigits || !CanBeDecimals)
        {
            return false;
        }

        Grow(ref _nextMantissas, Rows);
        if (HasDoubles && TryGetSmalls(out var smalls))
        {
            return TryRoundSmalls(smalls, digits, choose);
        }

        for (var row = 0; row < Rows; row++)
        {
            _nextMantissas[row] = 0;
            if (!IsNull(row) && (!TryDecimal(row, out var mantissa, out var exponent) || !TryRound(mantissa, -digits - exponent, choose, out _nextMantissas[row])))
            {
                return false;
            }
        }

        return TryTakeRounded(digits);
    }

    private bool TryRoundSmalls(Smalls smalls, int digits, Func<long, long, long, long> choose)
    {
        var powers = PowerOfTen.Int64s;
        var mantissas = smalls.Mantissas[..Rows];
        for (var row = 0; row < mantissas.Length; row++)
        {
            // Rows without a number have a mantissa of zero.
            var dropped = -digits - smalls.Exponent(row);
            if (dropped > 0 && dropped < powers.Length)
            {
                var unit = powers[dropped];
                var quotient = mantissas[row] / unit;
                _nextMantissas[row] = choose(quotient, mantissas[row] - (quotient * unit), unit);
            }
            else if (!TryRound(mantissas[row], dropped, choose, out _nextMantissas[row]))
            {
                return false;
            }
        }

        return TryTakeRounded(digits);
    }

    /// <summary>Divides a mantissa by a power of ten, which may be negative, and rounds the quotient.</summary>
    private static bool TryRound(Int128 mantissa, int dropped, Func<long, long, long, long> choose, out long rounded)
    {
        rounded = 0;
        if (mantissa == 0)
        {
            return true;
        }

        if (dropped <= 0)
        {
            var power = PowerOfTen.Int64(-dropped);
            var product = mantissa == (long)mantissa ? Math.BigMul((long)mantissa, power) : 0;
            rounded = (long)product;
            return power > 0 && mantissa == (long)mantissa && rounded == product;
        }

        if (mantissa == (long)mantissa)
        {
            var unit = PowerOfTen.Int64(dropped);
            if (unit == 0)
            {
                // The mantissa is less than half of the unit.
                rounded = choose(0, (long)mantissa, long.MaxValue);
                return mantissa < MostHalf && mantissa > -MostHalf;
            }

            var (part, remainder) = Math.DivRem((long)mantissa, unit);
            rounded = choose(part, remainder, unit);
            return true;
        }

        // Of the digits beyond those of a 64-bit unit, only whether all are zero matters.
        var spare = Math.Max(0, dropped - ChunkInfo.MostFractionDigits);
        if (spare > ChunkInfo.MostFractionDigits)
        {
            return false;
        }

        var (kept, lost) = spare == 0 ? (mantissa, Int128.Zero) : Int128.DivRem(mantissa, PowerOfTen.Int64(spare));
        var last = PowerOfTen.Int64(dropped - spare);
        var (quotient, rest) = Int128.DivRem(kept, last);
        rest = rest == 0 ? Int128.Sign(lost) : rest;
        rounded = quotient == (long)quotient ? choose((long)quotient, (long)rest, last) : 0;
        return quotient == (long)quotient;
    }

    /// <summary>Divides doubles, or a double and a mantissa, row by row, and rounds the quotients to mantissas.</summary>
    private bool TryDivideSmalls(NumberVector divisor, int digits, Func<long, long, long, long> choose)
    {
        if (Math.Abs(digits) > ChunkInfo.MostFractionDigits || !TryGetSmalls(out var dividends) || !divisor.TryGetSmalls(out var divisors))
        {
            return false;
        }

        Grow(ref _nextMantissas, Rows);
        for (var row = 0; row < Rows; row++)
        {
            var (dividend, by) = (dividends.Mantissas[row], divisors.Mantissas[row]);
            var shift = dividends.Exponent(row) - divisors.Exponent(row) + digits;
            _nextMantissas[row] = 0;
            if (by == 0 || IsNull(row) || divisor.IsNull(row))
            {
                _validity[row >> 6] &= ~(1UL << row);
            }
            else if (!TryDivide(by < 0 ? -(Int128)dividend : dividend, Int128.Abs((Int128)by), shift, choose, out _nextMantissas[row]))
            {
                return false;
            }
        }

        CountValues();
        return TryTakeRounded(digits);
    }

    /// <summary>Divides a mantissa, after it is multiplied by a power of ten, which may be negative, and rounds the quotient.</summary>
    private static bool TryDivide(Int128 dividend, Int128 divisor, int shift, Func<long, long, long, long> choose, out long rounded)
    {
        rounded = 0;
        var power = PowerOfTen.Int64(Math.Abs(shift));
        if (power == 0 || dividend != (long)dividend || divisor > long.MaxValue)
        {
            return false;
        }

        (dividend, divisor) = shift > 0 ? (dividend * power, divisor) : (dividend, divisor * power);
        if (dividend != (long)dividend)
        {
            return false;
        }

        if (divisor > long.MaxValue)
        {
            rounded = choose(0, (long)dividend, long.MaxValue);
            return dividend < MostHalf && dividend > -MostHalf;
        }

        var (quotient, rest) = Math.DivRem((long)dividend, (long)divisor);
        rounded = choose(quotient, rest, (long)divisor);
        return true;
    }

    /// <summary>Replaces the numbers with the next mantissas, which are rounded to a number of fraction digits, or to a power of ten if it is negative.</summary>
    private bool TryTakeRounded(int digits)
    {
        var factor = PowerOfTen.Int64(Math.Max(0, -digits));
        ulong largest = 0;
        foreach (var mantissa in _nextMantissas.AsSpan(0, Rows))
        {
            largest = Math.Max(largest, (ulong)Int128.Abs(mantissa));
        }

        if ((UInt128)largest * (ulong)factor > long.MaxValue)
        {
            return false;
        }

        (_mantissas, _nextMantissas) = (_nextMantissas, _mantissas);
        _form = Form.Mantissas;
        (Scale, Largest) = (Math.Max(0, digits), largest * (ulong)factor);
        ProductKernel.Multiply(Mantissas, factor);
        return true;
    }
}
