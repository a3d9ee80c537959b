using Blittable.Columns;
using Blittable.Format;

namespace Blittable.Collections;

/// <content>Arithmetic row by row: over mantissas as long as 64 bits hold all results, else number by number.</content>
internal sealed partial class NumberVector
{
    private delegate ExactNumber Operation(in ExactNumber left, in ExactNumber right);

    /// <summary>Multiplies row by row; a row that lacks a factor has no product.</summary>
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

        Compute(factor, ExactNumber.Multiply);
    }

    /// <summary>Adds or subtracts row by row; a row that lacks one of the numbers has no sum.</summary>
    public void Add(NumberVector other, bool isSubtracted)
    {
        var scale = Math.Max(Scale, other.Scale);
        if (!AreMantissas || !other.AreMantissas || Reach(this, scale) + Reach(other, scale) > long.MaxValue)
        {
            Compute(other, isSubtracted ? (in left, in right) => ExactNumber.Add(left, ExactNumber.Negate(right)) : ExactNumber.Add);
            return;
        }

        Rescale(scale);
        other.Rescale(scale);
        var (sums, others) = (_mantissas, other._mantissas);
        for (var row = 0; row < Rows; row++)
        {
            sums[row] += isSubtracted ? -others[row] : others[row];
        }

        Largest += other.Largest;
        KeepCommon(other);
    }

    /// <summary>How far from zero mantissas may be at a scale.</summary>
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

    /// <summary>Keeps the rows that have numbers in both; the others have zero.</summary>
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
        for (var row = 0; row < Rows; row++)
        {
            if (!MaskKernel.IsSet(_validity, row))
            {
                _mantissas[row] = 0;
            }
        }
    }
}
