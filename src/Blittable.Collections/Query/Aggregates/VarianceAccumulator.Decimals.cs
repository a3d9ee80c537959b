using System.Numerics;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Aggregates;

/// <content>Computed decimals, such as products of doubles. They and their squares are summed by group and exponent as integers of any size.</content>
internal sealed partial class VarianceAccumulator
{
    /// <summary>The maximum number of different exponents of a batch. Exact quotients may have none of the 38 digits of others.</summary>
    private const int MostDecimalExponents = 64;

    /// <summary>The sums for each group and exponent, which were not added to <see cref="_cells"/> yet.</summary>
    private WideSums[] _wideSums = [];

    /// <summary>The smallest exponent of these sums, and the number of exponents.</summary>
    private int _leastExponent, _exponentCount;

    private bool TryAddDecimals(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        if (!numbers.AreDecimals)
        {
            return false;
        }

        var decimals = numbers.Decimals;
        var exponents = numbers.Exponents;
        var (least, most) = (exponents[0], exponents[0]);
        foreach (var exponent in exponents)
        {
            least = Math.Min(least, exponent);
            most = Math.Max(most, exponent);
        }

        var isCovered = _exponentCount > 0 && least >= _leastExponent && most < _leastExponent + _exponentCount;
        var width = isCovered ? _exponentCount : most - least + 1;
        var sumCount = (long)width * (groups.IsEmpty ? 2 : groupCount + 1);
        if (width > MostDecimalExponents || sumCount * LeastSumRows > Math.Max(numbers.Rows, 2 * LeastSumRows * width))
        {
            return false;
        }

        if (!isCovered)
        {
            FlushDecimals();
            (_leastExponent, _exponentCount) = (least, width);
        }

        if (_wideSums.Length < sumCount)
        {
            Array.Resize(ref _wideSums, (int)sumCount);
        }

        var sums = _wideSums;
        for (var row = 0; row < decimals.Length; row++)
        {
            if (!numbers.IsNull(row))
            {
                sums[((groups.IsEmpty ? 1 : groups[row]) * width) + exponents[row] - _leastExponent].Add(decimals[row]);
            }
        }

        return true;
    }

    private void FlushDecimals()
    {
        for (var i = _exponentCount; i < _wideSums.Length; i++)
        {
            ref var sums = ref _wideSums[i];
            if (sums.Count > 0)
            {
                (_cells[i / _exponentCount] ??= new Cell()).Add(sums, _leastExponent + (i % _exponentCount));
            }
        }

        _wideSums.AsSpan().Clear();
    }

    /// <summary>Represents the sums of integers of 128 bits and of their squares.</summary>
    private struct WideSums
    {
        private const int HalfBits = 64, WordBits = 128;

        private Int128 _upper;
        private UInt128 _lower;
        private UInt128 _squaresLow;
        private UInt128 _squaresHigh;

        /// <summary>The number of times that the sum of the squares exceeded 256 bits.</summary>
        private ulong _squaresTop;

        public long Count { get; private set; }

        public readonly BigInteger Sum => ((BigInteger)_upper << HalfBits) + (BigInteger)_lower;

        public readonly BigInteger Squares => ((((BigInteger)_squaresTop << WordBits) + (BigInteger)_squaresHigh) << WordBits) + (BigInteger)_squaresLow;

        public void Add(Int128 value)
        {
            Count++;
            _upper += (long)(value >> HalfBits);
            _lower += (ulong)value;

            // The absolute value has at most 127 bits, so twice its upper half fits in 64 bits.
            var magnitude = (UInt128)Int128.Abs(value);
            var (high, low) = ((ulong)(magnitude >> HalfBits), (ulong)magnitude);
            var middle = Math.BigMul(high * 2, low);
            var squareLow = Math.BigMul(low, low);
            var sum = squareLow + (middle << HalfBits);
            var squareHigh = Math.BigMul(high, high) + (middle >> HalfBits) + (sum < squareLow ? UInt128.One : UInt128.Zero);

            _squaresLow += sum;
            squareHigh += _squaresLow < sum ? UInt128.One : UInt128.Zero;
            _squaresHigh += squareHigh;
            _squaresTop += _squaresHigh < squareHigh ? 1UL : 0;
        }
    }
}
