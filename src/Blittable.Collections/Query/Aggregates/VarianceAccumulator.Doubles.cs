using System.Numerics;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Aggregates;

/// <content>Doubles. Their decimals and squares are summed by group and exponent in 128 bits.</content>
internal sealed partial class VarianceAccumulator
{
    /// <summary>The maximum number of different exponents of a batch.</summary>
    private const int MostExponents = 32;

    /// <summary>The minimum number of rows for each sum.</summary>
    private const int LeastSumRows = 4;

    /// <summary>The maximum number of rows of a block, as a power of two.</summary>
    private const int MostBlockBits = 16;

    /// <summary>The sums of a block, for each group and exponent.</summary>
    private Sums[] _blockSums = [];

    private bool TryAddDoubles(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        const int sumBits = 126;
        if (!numbers.HasDoubles || !numbers.TryGetSmalls(out var smalls))
        {
            return false;
        }

        var (least, most, used) = (int.MaxValue, int.MinValue, 0L);
        for (var row = 0; row < numbers.Rows; row++)
        {
            least = Math.Min(least, smalls.Exponent(row));
            most = Math.Max(most, smalls.Exponent(row));
            used |= smalls.Mantissas[row] ^ (smalls.Mantissas[row] >> 63);
        }

        // Sums of so many squares fit in 128 bits.
        var (width, bits) = (most - least + 1, 64 - BitOperations.LeadingZeroCount((ulong)used));
        var blockRows = 1 << Math.Clamp(sumBits - (2 * bits), 0, MostBlockBits);
        var sumCount = (long)width * (groups.IsEmpty ? 2 : groupCount + 1);
        if (width > MostExponents || 2 * bits > sumBits || sumCount * LeastSumRows > Math.Max(Math.Min(blockRows, numbers.Rows), 2 * LeastSumRows * width))
        {
            return false;
        }

        _blockSums = _blockSums.Length < sumCount ? new Sums[sumCount] : _blockSums;
        var sums = _blockSums.AsSpan(0, (int)sumCount);
        for (var block = 0; block < numbers.Rows; block += blockRows)
        {
            sums.Clear();
            var end = Math.Min(block + blockRows, numbers.Rows);
            for (var row = block; row < end; row++)
            {
                if (numbers.IsNull(row))
                {
                    continue;
                }

                ref var sum = ref sums[((groups.IsEmpty ? 1 : groups[row]) * width) + smalls.Exponent(row) - least];
                var mantissa = smalls.Mantissas[row];
                sum.Sum += mantissa;
                sum.Squares += Math.BigMul(mantissa, mantissa);
                sum.Count++;
            }

            for (var i = width; i < sums.Length; i++)
            {
                if (sums[i].Count > 0)
                {
                    (_cells[i / width] ??= new Cell()).Add(sums[i], -(least + (i % width)));
                }
            }
        }

        return true;
    }
}
