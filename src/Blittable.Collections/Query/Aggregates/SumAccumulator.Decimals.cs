using System.Numerics;
using Blittable.Collections.Query.Values;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Query.Aggregates;

/// <content>Decimals that each have an exponent, such as products of doubles. A block of rows is summed by group and exponent in 128 bits, and these sums are
/// then added to the exact ones.</content>
internal sealed partial class SumAccumulator
{
    /// <summary>The maximum number of different exponents of a batch.</summary>
    private const int MostExponents = 64;

    /// <summary>The minimum number of rows of a block, and the minimum number of rows for each sum.</summary>
    private const int LeastBlockRows = 256, LeastSumRows = 4;

    /// <summary>The greatest sum that can be multiplied by ten and increased by another one without exceeding 128 bits.</summary>
    private static readonly Int128 _mostShifted = Int128.One << 121;

    /// <summary>The powers of ten that fit in 128 bits, as doubles.</summary>
    private static readonly double[] _tens = [.. Enumerable.Range(0, 39).Select(power => (double)PowerOfTen.Int128(power))];

    /// <summary>The sums of a block, for each group and exponent.</summary>
    private Int128[] _blockSums = [];

    private bool TryAddDecimals(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        const int sumBits = 126;
        var decimals = numbers.Decimals;
        var exponents = numbers.Exponents;
        var (least, most, upper) = (int.MaxValue, int.MinValue, 0L);
        for (var row = 0; row < decimals.Length; row++)
        {
            least = Math.Min(least, exponents[row]);
            most = Math.Max(most, exponents[row]);
            var high = (long)(decimals[row] >> 64);
            upper |= high ^ (high >> 63);
        }

        var (width, bits) = (most - least + 1, 128 - BitOperations.LeadingZeroCount((ulong)upper));
        var blockRows = bits >= sumBits ? 0 : (int)Math.Min(decimals.Length, 1L << Math.Min(sumBits - bits, 31));
        var areHalves = blockRows < Math.Min(LeastBlockRows, decimals.Length);
        blockRows = areHalves ? decimals.Length : blockRows;
        var sumCount = (long)width * (groups.IsEmpty ? 2 : groupCount + 1);
        if (width > MostExponents || sumCount * LeastSumRows > Math.Max(blockRows, 2 * LeastSumRows * width))
        {
            if (groups.IsEmpty || !TryAddScaled(decimals, exponents, groups, least))
            {
                return false;
            }
        }
        else if (areHalves)
        {
            AddHalves(decimals, exponents, groups, (int)sumCount, width, least);
        }
        else
        {
            AddBlocks(decimals, exponents, groups, (int)sumCount, width, least, blockRows);
        }

        if (groups.IsEmpty)
        {
            _mantissas[1].Count += numbers.Values;
            return true;
        }

        var cells = _mantissas;
        var validity = numbers.Validity;
        for (var row = 0; row < groups.Length; row++)
        {
            cells[groups[row]].Count += MaskKernel.IsSet(validity, row) ? 1 : 0;
        }

        return true;
    }

    /// <summary>Adds decimals whose sums fit in 128 bits for blocks of rows.</summary>
    private void AddBlocks(
        ReadOnlySpan<Int128> decimals, ReadOnlySpan<int> exponents, ReadOnlySpan<int> groups, int sumCount, int width, int least, int blockRows)
    {
        _blockSums = _blockSums.Length < sumCount ? new Int128[sumCount] : _blockSums;
        var sums = _blockSums.AsSpan(0, sumCount);
        for (var block = 0; block < decimals.Length; block += blockRows)
        {
            sums.Clear();
            var end = Math.Min(block + blockRows, decimals.Length);
            for (var row = block; row < end; row++)
            {
                sums[((groups.IsEmpty ? 1 : groups[row]) * width) + exponents[row] - least] += decimals[row];
            }

            for (var group = 1; group < sumCount / width; group++)
            {
                AddByExponent(group, sums.Slice(group * width, width), least);
            }
        }
    }

    /// <summary>Adds decimals of up to 128 bits, such as quotients, as separate sums of their upper and lower 64 bits.</summary>
    private void AddHalves(ReadOnlySpan<Int128> decimals, ReadOnlySpan<int> exponents, ReadOnlySpan<int> groups, int sumCount, int width, int least)
    {
        const int half = 64;
        _blockSums = _blockSums.Length < 2 * sumCount ? new Int128[2 * sumCount] : _blockSums;
        var sums = _blockSums.AsSpan(0, 2 * sumCount);
        sums.Clear();
        for (var row = 0; row < decimals.Length; row++)
        {
            var sum = 2 * (((groups.IsEmpty ? 1 : groups[row]) * width) + exponents[row] - least);
            sums[sum] += (ulong)decimals[row];
            sums[sum + 1] += (long)(decimals[row] >> half);
        }

        for (var i = 2 * width; i < sums.Length; i += 2)
        {
            if (sums[i] != 0 || sums[i + 1] != 0)
            {
                var group = i / (2 * width);
                StartOthers(group).Add(((BigInteger)sums[i + 1] << half) + (BigInteger)sums[i], least + (i / 2 % width));
            }
        }
    }

    /// <summary>Adds decimals to the sums of many groups at a common scale, if these cannot exceed 128 bits.</summary>
    private bool TryAddScaled(ReadOnlySpan<Int128> decimals, ReadOnlySpan<int> exponents, ReadOnlySpan<int> groups, int leastExponent)
    {
        const double slack = 1.0 + (1.0 / (1L << 40));
        var scale = Math.Max(0, -leastExponent);
        var most = 0.0;
        for (var row = 0; row < decimals.Length; row++)
        {
            var power = exponents[row] + scale;
            if (decimals[row] == 0)
            {
                continue;
            }

            if (power >= _tens.Length)
            {
                return false;
            }

            most += Math.Abs((double)decimals[row]) * _tens[power];
        }

        most *= slack;
        if (scale >= _tens.Length || most > MostCarried)
        {
            return false;
        }

        // No product exceeds the bound, so every power of ten of a number other than zero exists.
        Reach(scale, most);
        for (var row = 0; row < decimals.Length; row++)
        {
            if (decimals[row] != 0)
            {
                _carried[groups[row]] += decimals[row] * PowerOfTen.Int128(exponents[row] + _scale);
            }
        }

        return true;
    }

    /// <summary>Adds sums of ascending exponents, combined as long as they fit in 128 bits.</summary>
    private void AddByExponent(int group, ReadOnlySpan<Int128> sums, int leastExponent)
    {
        Int128 total = 0;
        for (var i = sums.Length - 1; i >= 0; i--)
        {
            if (Int128.Abs(total) > _mostShifted)
            {
                AddDecimal(group, (total, leastExponent + i + 1));
                total = 0;
            }

            total = (total * 10) + sums[i];
        }

        if (total != 0)
        {
            AddDecimal(group, (total, leastExponent));
        }
    }
}
