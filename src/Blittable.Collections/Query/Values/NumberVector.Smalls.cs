using System.Numerics;
using Blittable.Collections.Numbers;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <content>Numbers as 64-bit mantissas that each have an exponent, such as the shortest decimals of doubles.</content>
internal sealed partial class NumberVector
{
    /// <summary>The mantissas and exponents of the doubles, if <see cref="_areSmallsLoaded"/>.</summary>
    private long[] _smalls = [];
    private int[] _smallExponents = [];
    private ulong[] _found = [];
    private ulong[] _trailing = [];
    private bool _areSmallsLoaded;

    /// <summary>Converts the numbers to 64-bit mantissas, if they are mantissas, or doubles that determine them.</summary>
    /// <param name="smalls">The mantissas.</param>
    /// <returns><see langword="false"/> if a number has more digits.</returns>
    public bool TryGetSmalls(out Smalls smalls)
    {
        smalls = new Smalls(_mantissas, [], -Scale);
        if (_form == Form.Mantissas)
        {
            return true;
        }

        if (_form != Form.Doubles || HasTexts || !TryLoadSmalls())
        {
            return false;
        }

        smalls = new Smalls(_smalls, _smallExponents, 0);
        return true;
    }

    private bool TryLoadSmalls()
    {
        if (_areSmallsLoaded)
        {
            return true;
        }

        Grow(ref _smalls, Rows);
        Grow(ref _smallExponents, Rows);
        Grow(ref _found, MaskKernel.Words(Rows));
        Grow(ref _trailing, MaskKernel.Words(Rows));
        DecimalKernel.ToMantissas(Doubles, _smalls, _smallExponents, _found, _trailing);
        var validity = Validity;
        for (var word = 0; word < validity.Length; word++)
        {
            var rows = Rows - (word * MaskKernel.WordRows);
            var rest = (~validity[word] | ~_found[word] | _trailing[word]) & (rows < MaskKernel.WordRows ? MaskKernel.LowBits(rows) : ulong.MaxValue);
            for (; rest != 0; rest &= rest - 1)
            {
                var row = (word * MaskKernel.WordRows) + BitOperations.TrailingZeroCount(rest);
                ref var mantissa = ref _smalls[row];
                ref var exponent = ref _smallExponents[row];
                if (!MaskKernel.IsSet(validity, row))
                {
                    (mantissa, exponent) = (0, 0);
                }
                else if (MaskKernel.IsSet(_found, row))
                {
                    ShortestDecimal.Strip(ref mantissa, ref exponent);
                }
                else if (!TryGetShortest(_doubles[row], out mantissa, out exponent))
                {
                    return false;
                }
            }
        }

        return _areSmallsLoaded = true;
    }

    private static bool TryGetShortest(double value, out long mantissa, out int exponent)
    {
        if (ShortestDecimal.TryGet(value, out mantissa, out exponent))
        {
            return true;
        }

        var number = ExactNumber.OfDouble(value);
        (mantissa, exponent) = (number.Mantissa, number.Exponent);
        return number.IsSmall;
    }

    /// <summary>Computes with 64-bit mantissas row by row. No product, sum or difference needs to be rounded.</summary>
    private bool TryComputeSmalls(NumberVector other, char operation)
    {
        if (operation == '/')
        {
            return TryComputeQuotients(other);
        }

        if (operation is not ('*' or '+' or '-') || !other.TryGetSmalls(out var right))
        {
            return false;
        }

        if (!TryGetSmalls(out var left))
        {
            return AreDecimals && operation == '*' && TryMultiplyDecimals(other, right);
        }

        Grow(ref _nextDecimals, Rows);
        Grow(ref _nextExponents, Rows);
        var decimals = _nextDecimals.AsSpan(0, Rows);
        var exponents = _nextExponents.AsSpan(0, Rows);
        var ones = left.Mantissas[..Rows];
        var others = right.Mantissas[..Rows];
        if (operation == '*')
        {
            for (var row = 0; row < decimals.Length; row++)
            {
                decimals[row] = Math.BigMul(ones[row], others[row]);
                exponents[row] = left.Exponent(row) + right.Exponent(row);
            }
        }
        else
        {
            var powers = PowerOfTen.Int64s;
            for (var row = 0; row < decimals.Length; row++)
            {
                var (exponent, otherExponent) = (left.Exponent(row), right.Exponent(row));
                var common = Math.Min(exponent, otherExponent);
                var (digits, otherDigits) = (exponent - common, otherExponent - common);
                if (Math.Max(digits, otherDigits) > MostAlignedDigits)
                {
                    return false;
                }

                var (one, another) = (Math.BigMul(ones[row], powers[digits]), Math.BigMul(others[row], powers[otherDigits]));
                decimals[row] = operation == '-' ? one - another : one + another;
                exponents[row] = common;
            }
        }

        KeepCommonDecimals(other);
        return true;
    }

    /// <summary>Multiplies decimals by 64-bit mantissas row by row, if no product can exceed <see cref="MostProductBits"/>.</summary>
    private bool TryMultiplyDecimals(NumberVector other, Smalls factors)
    {
        var (upper, used) = (0L, 0L);
        for (var row = 0; row < Rows; row++)
        {
            var (high, factor) = ((long)(_decimals[row] >> 64), factors.Mantissas[row]);
            upper |= high ^ (high >> 63);
            used |= factor ^ (factor >> 63);
        }

        // An absolute value has at most one bit more than the bits in which it differs from its sign.
        var bits = 128 - BitOperations.LeadingZeroCount((ulong)upper) + (64 - BitOperations.LeadingZeroCount((ulong)used));
        if (bits + 1 > MostProductBits)
        {
            return false;
        }

        Grow(ref _nextDecimals, Rows);
        Grow(ref _nextExponents, Rows);
        for (var row = 0; row < Rows; row++)
        {
            (_nextDecimals[row], _nextExponents[row]) = (_decimals[row] * factors.Mantissas[row], _exponents[row] + factors.Exponent(row));
        }

        KeepCommonDecimals(other);
        return true;
    }

    /// <summary>Replaces the numbers with the next decimals in the rows that have numbers in both vectors. The others become zero.</summary>
    private void KeepCommonDecimals(NumberVector other)
    {
        var hasNulls = HasNulls || other.HasNulls;
        for (var word = 0; word < Validity.Length; word++)
        {
            Validity[word] &= other.Validity[word];
        }

        for (var row = 0; hasNulls && row < Rows; row++)
        {
            if (!MaskKernel.IsSet(_validity, row))
            {
                (_nextDecimals[row], _nextExponents[row]) = (0, 0);
            }
        }

        TakeNextDecimals();
    }

    /// <summary>Represents mantissas with an exponent for each row, or with a common one if <paramref name="exponents"/> is empty.</summary>
    public readonly ref struct Smalls(ReadOnlySpan<long> mantissas, ReadOnlySpan<int> exponents, int common)
    {
        private readonly ReadOnlySpan<int> _exponents = exponents;

        public ReadOnlySpan<long> Mantissas { get; } = mantissas;

        public int Exponent(int row) => _exponents.IsEmpty ? common : _exponents[row];
    }
}
