using System.Numerics;
using Blittable.Collections.Numbers;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <content>Row-by-row arithmetic: on mantissas as long as all results fit in 64 bits, on decimals as long as all fit in 128 bits, otherwise number by
/// number.</content>
internal sealed partial class NumberVector
{
    /// <summary>The fraction digits that quotients may have beyond those of their dividends without being computed one by one.</summary>
    private const int MostQuotientDigits = 6;

    /// <summary>The array of the next quotients, which replace the mantissas only if all are exact.</summary>
    private long[] _nextMantissas = [];

    private delegate ExactNumber Operation(in ExactNumber left, in ExactNumber right);

    /// <summary>Multiplies row by row. The result is null if a factor is null.</summary>
    public void Multiply(NumberVector factor)
    {
        var largest = (UInt128)Largest * factor.Largest;
        if (AreMantissas && factor.AreMantissas && largest <= long.MaxValue && Scale + factor.Scale <= ChunkInfo.MostFractionDigits)
        {
            ProductKernel.Multiply<long>(Mantissas, factor.Mantissas);
            Scale += factor.Scale;
            Largest = (ulong)largest;
            KeepCommon(factor);
            return;
        }

        if (!TryComputeDecimals(factor, '*'))
        {
            Compute(factor, ExactNumber.Multiply);
        }
    }

    /// <summary>Adds or subtracts row by row. The result is null if an operand is null.</summary>
    public void Add(NumberVector other, bool isSubtracted)
    {
        var scale = Math.Max(Scale, other.Scale);
        if (!AreMantissas || !other.AreMantissas || Reach(this, scale) + Reach(other, scale) > long.MaxValue)
        {
            if (!TryComputeDecimals(other, isSubtracted ? '-' : '+'))
            {
                Compute(other, isSubtracted ? (in left, in right) => ExactNumber.Add(left, ExactNumber.Negate(right)) : ExactNumber.Add);
            }

            return;
        }

        Rescale(scale);
        other.Rescale(scale);
        if (isSubtracted)
        {
            MantissaKernel.Subtract(Mantissas, other.Mantissas);
        }
        else
        {
            MantissaKernel.Add(Mantissas, other.Mantissas);
        }

        Largest += other.Largest;
        KeepCommon(other);
    }

    /// <summary>Computes the remainder of a division row by row, if both numbers fit in 64 bits at a common scale, or in 128 bits with an exponent for each
    /// row. The result is null if the divisor is zero.</summary>
    public bool TryRemainder(NumberVector divisor)
    {
        divisor.ClearZeros();
        if (!TryAlign(divisor))
        {
            return TryComputeDecimals(divisor, '%');
        }

        if (Math.Max(Largest, divisor.Largest) <= QuotientKernel.Most)
        {
            QuotientKernel.Remainder(Mantissas, divisor.Mantissas);
        }
        else
        {
            var (rests, divisors) = (_mantissas, divisor._mantissas);
            for (var row = 0; row < Rows; row++)
            {
                // The remainder of a division by -1 is 0, but the quotient of the smallest integer would overflow.
                rests[row] = divisors[row] is 0 or -1 ? 0 : rests[row] % divisors[row];
            }
        }

        KeepCommon(divisor);
        return true;
    }

    /// <summary>Divides row by row. The result is null if an operand is null or the divisor is zero.</summary>
    public void Divide(NumberVector divisor)
    {
        divisor.ClearZeros();
        if (!TryDivideExactly(divisor, digits: 0) && !TryDivideExactly(divisor, MostQuotientDigits) && !TryComputeDecimals(divisor, '/'))
        {
            Compute(divisor, ExactNumber.Divide);
        }
    }

    /// <summary>Divides mantissas row by row, if no quotient has more than the specified number of fraction digits beyond those of the dividend.</summary>
    private bool TryDivideExactly(NumberVector divisor, int digits)
    {
        var scale = Math.Max(0, Scale - divisor.Scale) + digits;
        var shift = scale + divisor.Scale - Scale;
        if (!AreMantissas || !divisor.AreMantissas || scale > ChunkInfo.MostFractionDigits || Reach(this, Scale + shift) > long.MaxValue)
        {
            return false;
        }

        Grow(ref _nextMantissas, Rows);
        var power = PowerOfTen.Int64(shift);
        ulong largest = 0;
        var dividends = Mantissas;
        var divisors = divisor.Mantissas[..Rows];
        var quotients = _nextMantissas.AsSpan(0, Rows);
        for (var row = 0; row < dividends.Length; row++)
        {
            // A divisor without a number is 0, and so is its quotient.
            var (quotient, rest) = divisors[row] == 0 ? (0, 0) : Math.DivRem(dividends[row] * power, divisors[row]);
            if (rest != 0)
            {
                return false;
            }

            quotients[row] = quotient;
            largest = Math.Max(largest, (ulong)Math.Abs(quotient));
        }

        (_mantissas, _nextMantissas) = (_nextMantissas, _mantissas);
        (Scale, Largest) = (scale, largest);
        KeepCommon(divisor);
        return true;
    }

    /// <summary>Removes the numbers that are zero.</summary>
    private void ClearZeros()
    {
        if (AreMantissas && !Mantissas.Contains(0))
        {
            return;
        }

        for (var row = 0; row < Rows; row++)
        {
            if (AreMantissas ? _mantissas[row] == 0 : HasDoubles && !HasText(row) ? _doubles[row] == 0 : Number(row).IsZero)
            {
                _validity[row >> 6] &= ~(1UL << row);
            }
        }

        CountValues();
    }

    /// <summary>Converts the mantissas of two vectors to a common scale, if all fit in 64 bits.</summary>
    public bool TryAlign(NumberVector other)
    {
        var scale = Math.Max(Scale, other.Scale);
        if (!AreMantissas || !other.AreMantissas || Reach(this, scale) > long.MaxValue || Reach(other, scale) > long.MaxValue)
        {
            return false;
        }

        Rescale(scale);
        other.Rescale(scale);
        return true;
    }

    /// <summary>Returns an upper bound for the absolute values of mantissas at a scale.</summary>
    private static UInt128 Reach(NumberVector numbers, int scale) =>
        PowerOfTen.Int64(scale - numbers.Scale) is var power && power == 0 ? UInt128.MaxValue >> 1 : (UInt128)numbers.Largest * (ulong)power;

    private void Compute(NumberVector other, Operation operation)
    {
        var values = new QueryValue[Rows];
        for (var row = 0; row < values.Length; row++)
        {
            values[row] = IsNull(row) || other.IsNull(row) ? QueryValue.Null : QueryValue.FromNumber(operation(Number(row), other.Number(row)));
        }

        StartValues(values.Length);
        for (var row = 0; row < values.Length; row++)
        {
            Set(row, values[row]);
        }

        CountValues();
    }

    /// <summary>Keeps the rows that have numbers in both vectors. The others become zero.</summary>
    private void KeepCommon(NumberVector other)
    {
        if (!HasNulls && !other.HasNulls)
        {
            return;
        }

        for (var i = 0; i < Validity.Length; i++)
        {
            Validity[i] &= other.Validity[i];
        }

        CountValues();
        ClearNulls();
    }

    /// <summary>Sets the mantissas of rows without a number to zero.</summary>
    public void ClearNulls()
    {
        var mantissas = Mantissas;
        var validity = Validity;
        for (var word = 0; word < validity.Length; word++)
        {
            var first = word * MaskKernel.WordRows;
            var rows = mantissas.Length - first;
            for (var nulls = ~validity[word] & (rows < MaskKernel.WordRows ? MaskKernel.LowBits(rows) : ulong.MaxValue); nulls != 0; nulls &= nulls - 1)
            {
                mantissas[first + BitOperations.TrailingZeroCount(nulls)] = 0;
            }
        }
    }
}
