using System.Numerics;
using Blittable.Columns;

namespace Blittable.Collections;

/// <content>Numbers that are no mantissas of one scale. Decimals of doubles are summed by their fraction digits first.</content>
internal sealed partial class SumAccumulator
{
    /// <summary>With more groups than this each number goes to the sum of its group at once.</summary>
    private const int MostCellGroups = 128;

    /// <summary>The cells of a group, a power of two.</summary>
    private const int CellsOfGroup = 32;

    /// <summary>Products of mantissas of doubles, below 2^57, with mantissas up to here do not overflow 128 bits in all rows of a chunk group.</summary>
    private const ulong MostFactor = 1UL << 48;

    private const int TensInUnits = 10;

    private readonly SmallDecimals _decimals = new();

    /// <summary>For each group, and each number of fraction digits, the sum of the mantissas of a batch.</summary>
    private Int128[] _cells = [];

    private void AddOthers(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        _others = Grown(_others, groupCount);
        if (!numbers.HasDoubles)
        {
            for (var row = 0; row < numbers.Rows; row++)
            {
                AddOther(numbers, row, groups.IsEmpty ? 1 : groups[row]);
            }

            return;
        }

        _decimals.Load(numbers);
        if (groups.IsEmpty)
        {
            AddDecimals(numbers.Doubles);
        }
        else
        {
            AddDecimals(numbers.Doubles, [], 0, _decimals.Ready, groups, groupCount);
        }

        for (var row = 0; row < numbers.Rows; row++)
        {
            if (!MaskKernel.IsSet(_decimals.Ready, row))
            {
                AddOther(numbers, row, groups.IsEmpty ? 1 : groups[row]);
            }
        }
    }

    private void AddOther(NumberVector numbers, int row, int group)
    {
        if (group != 0 && !numbers.IsNull(row) && numbers.Number(row) is { IsFinite: true } number)
        {
            (_others[group] ?? StartOthers(group)).Add(number);
            _mantissas[group].Count++;
        }
    }

    /// <summary>Adds products of decimals of doubles with mantissas that are not large. They have at most 38 digits and so are not rounded.</summary>
    private bool TryAddProducts(NumberVector left, NumberVector right, ReadOnlySpan<int> groups, int groupCount)
    {
        if (left.AreMantissas)
        {
            (left, right) = (right, left);
        }

        if (!left.HasDoubles || !right.AreMantissas || right.Largest > MostFactor || right.Scale + ShortestDecimal.MostDigits >= CellsOfGroup)
        {
            return false;
        }

        _others = Grown(_others, groupCount);
        _decimals.Load(left);
        var ready = _decimals.Ready.ToArray();
        for (var word = 0; word < ready.Length; word++)
        {
            ready[word] &= right.Validity[word];
        }

        AddDecimals(left.Doubles, right.Mantissas, right.Scale, ready, groups, groupCount);
        for (var row = 0; row < left.Rows; row++)
        {
            var group = groups.IsEmpty ? 1 : groups[row];
            if (group != 0 && !MaskKernel.IsSet(ready, row) && !left.IsNull(row) && !right.IsNull(row) && left.Number(row) is { IsFinite: true } number)
            {
                (_others[group] ?? StartOthers(group)).Add(ExactNumber.Multiply(number, right.Number(row)));
                _mantissas[group].Count++;
            }
        }

        return true;
    }

    /// <summary>Adds decimals of all rows: 64 bits hold the sums of tens, below 2^53, of so many rows.</summary>
    private void AddDecimals(ReadOnlySpan<double> doubles)
    {
        const int blockWords = 8;
        var tens = _decimals.Tens[..doubles.Length];
        var units = _decimals.Units[..doubles.Length];
        var digitsOf = ShortestDecimal.DigitsOfExponents;
        Span<long> tenSums = stackalloc long[CellsOfGroup];
        Span<long> unitSums = stackalloc long[CellsOfGroup];
        var ready = _decimals.Ready;
        for (var block = 0; block < ready.Length; block += blockWords)
        {
            tenSums.Clear();
            unitSums.Clear();
            for (var word = block; word < Math.Min(block + blockWords, ready.Length); word++)
            {
                _mantissas[1].Count += BitOperations.PopCount(ready[word]);
                for (var bits = ready[word]; bits != 0; bits &= bits - 1)
                {
                    var row = (word << 6) + BitOperations.TrailingZeroCount(bits);
                    var digits = digitsOf[(int)(BitConverter.DoubleToUInt64Bits(doubles[row]) >> ShortestDecimal.FractionBits) & ShortestDecimal.ExponentMask] & (CellsOfGroup - 1);
                    tenSums[digits] += (long)tens[row];
                    unitSums[digits] += (long)units[row];
                }
            }

            for (var digits = 0; digits < CellsOfGroup; digits++)
            {
                if ((tenSums[digits] | unitSums[digits]) != 0)
                {
                    AddSum(1, ((Int128)tenSums[digits] * TensInUnits) + unitSums[digits], digits);
                }
            }
        }
    }

    /// <summary>Adds decimals, or their products with mantissas.</summary>
    /// <param name="doubles">The doubles, whose exponents say how many fraction digits their decimals have.</param>
    /// <param name="factors">The mantissas; empty for no products.</param>
    /// <param name="scale">The fraction digits of the mantissas.</param>
    /// <param name="ready">A bit for each row that is to be added.</param>
    /// <param name="groups">Each row's group.</param>
    /// <param name="groupCount">The greatest group.</param>
    private void AddDecimals(
        ReadOnlySpan<double> doubles, ReadOnlySpan<long> factors, int scale, ReadOnlySpan<ulong> ready, ReadOnlySpan<int> groups, int groupCount)
    {
        var areCells = groupCount <= MostCellGroups;
        if (areCells && _cells.Length < (groupCount + 1) * CellsOfGroup)
        {
            _cells = new Int128[(groupCount + 1) * CellsOfGroup];
        }

        var tens = _decimals.Tens[..doubles.Length];
        var units = _decimals.Units[..doubles.Length];
        var digitsOf = ShortestDecimal.DigitsOfExponents;
        var cells = _cells;
        for (var word = 0; word < ready.Length; word++)
        {
            for (var bits = ready[word]; bits != 0; bits &= bits - 1)
            {
                var row = (word << 6) + BitOperations.TrailingZeroCount(bits);
                var digits = digitsOf[(int)(BitConverter.DoubleToUInt64Bits(doubles[row]) >> ShortestDecimal.FractionBits) & ShortestDecimal.ExponentMask] + scale;
                var mantissa = (TensInUnits * (long)tens[row]) + (long)units[row];
                var group = groups.IsEmpty ? 1 : groups[row];
                _mantissas[group].Count++;
                if (areCells)
                {
                    cells[(group * CellsOfGroup) + digits] += factors.IsEmpty ? mantissa : Math.BigMul(mantissa, factors[row]);
                }
                else if (group != 0)
                {
                    AddSum(group, factors.IsEmpty ? mantissa : Math.BigMul(mantissa, factors[row]), digits);
                }
            }
        }

        if (areCells)
        {
            FlushCells(groupCount);
        }
    }

    private void AddSum(int group, Int128 mantissa, int digits)
    {
        var sum = _others[group] ?? StartOthers(group);
        if (!sum.TryAdd(mantissa, -digits))
        {
            sum.Add(mantissa, -digits);
        }
    }

    private void FlushCells(int groupCount)
    {
        for (var group = 1; group <= groupCount; group++)
        {
            for (var digits = 0; digits < CellsOfGroup; digits++)
            {
                ref var cell = ref _cells[(group * CellsOfGroup) + digits];
                if (cell != 0)
                {
                    AddSum(group, cell, digits);
                    cell = 0;
                }
            }
        }
    }
}
