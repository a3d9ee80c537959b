using System.Numerics;
using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Computes variances and standard deviations from exact sums of numbers and of their squares, rounded once.</summary>
/// <param name="paths">The path, or the factors of a product.</param>
/// <param name="isSample">True for a sample, whose divisor is the count minus one.</param>
/// <param name="isDeviation">True to return the square root.</param>
internal sealed partial class VarianceAccumulator(IReadOnlyList<PathPlan> paths, bool isSample, bool isDeviation) : Accumulator
{
    /// <summary>The estimated bytes per group.</summary>
    private const int GroupBytes = 368;

    /// <summary>The estimated bytes of the sums of a group and an exponent.</summary>
    private const int WideBytes = 96;

    /// <summary>The greatest mantissa whose square, summed over the rows of a chunk group, is far from the end of 128 bits.</summary>
    private const ulong MostMantissa = 1UL << 50;

    /// <summary>The number of digits of a root, two more than needed.</summary>
    private const int RootDigits = ExactNumber.MostDigits + 2;

    private readonly NumberSource _source = new(paths);
    private Cell?[] _cells = new Cell?[2];

    /// <summary>The sums of mantissas that were not added to <see cref="_cells"/> yet.</summary>
    private Sums[] _sums = new Sums[2];

    /// <summary>The fraction digits of the mantissas in <see cref="_sums"/>.</summary>
    private int _scale;

    /// <summary>An upper bound of the sums in <see cref="_sums"/>.</summary>
    private UInt128 _bound;
    private bool _hasSums;

    public override long EstimateBytes(int groupCount) => ((long)GroupBytes * groupCount) + ((long)WideBytes * _wideSums.Length);

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _cells = Grown(_cells, groupCount);
        var numbers = _source.Load(cursor);
        if (numbers.Values == 0 || TryAddMantissas(numbers, groups, groupCount) || TryAddDoubles(numbers, groups, groupCount) || TryAddDecimals(numbers, groups, groupCount))
        {
            return;
        }

        for (var row = 0; row < numbers.Rows; row++)
        {
            var group = groups.IsEmpty ? 1 : groups[row];
            if (group != 0 && !numbers.IsNull(row) && numbers.Number(row) is { IsFinite: true } number)
            {
                (_cells[group] ??= new Cell()).Add(number);
            }
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        _cells = Grown(_cells, groupCount);
        var theirs = (VarianceAccumulator)other;
        theirs.Flush();
        for (var group = 1; group < Math.Min(groups.Length, theirs._cells.Length); group++)
        {
            if (theirs._cells[group] is { } cell)
            {
                (_cells[groups[group]] ??= new Cell()).Add(cell);
            }
        }
    }

    public override QueryValue Result(int group)
    {
        Flush();
        var cell = group < _cells.Length ? _cells[group] : null;
        var divisor = (BigInteger)(cell?.Count ?? 0) * ((cell?.Count ?? 0) - (isSample ? 1 : 0));
        if (cell is null || divisor.IsZero)
        {
            return QueryValue.Null;
        }

        // The sum of squared distances from the mean, multiplied by the count.
        var (sum, sumExponent) = cell.Sum.Total();
        var (squares, squareExponent) = cell.Squares.Total();
        var (distances, exponent) = ExactNumber.AddParts((cell.Count * squares, squareExponent), (-sum * sum, 2 * sumExponent));
        return QueryValue.FromNumber(isDeviation ? Root(distances, exponent, divisor) : ExactNumber.Divide((distances, exponent), (divisor, 0)));
    }

    /// <summary>Adds mantissas and their squares as integers of 128 bits.</summary>
    private bool TryAddMantissas(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        if (!numbers.AreMantissas || numbers.Largest > MostMantissa || (numbers.Scale != _scale && groupCount > numbers.Rows))
        {
            return false;
        }

        var bound = (UInt128)numbers.Largest * numbers.Largest * (UInt128)numbers.Rows;
        if (numbers.Scale != _scale || _bound + bound > (UInt128)Int128.MaxValue)
        {
            Flush();
        }

        (_scale, _bound, _hasSums) = (numbers.Scale, _bound + bound, true);
        _sums = Grown(_sums, groupCount);
        var sums = _sums;
        var mantissas = numbers.Mantissas;
        var validity = numbers.Validity;

        // Rows without a number have a mantissa of zero.
        for (var row = 0; row < mantissas.Length; row++)
        {
            ref var sum = ref sums[groups.IsEmpty ? 1 : groups[row]];
            var mantissa = mantissas[row];
            sum.Sum += mantissa;
            sum.Squares += Math.BigMul(mantissa, mantissa);
            sum.Count += (long)(validity[row >> 6] >> row) & 1;
        }

        return true;
    }

    private void Flush()
    {
        FlushDecimals();
        if (!_hasSums)
        {
            return;
        }

        for (var group = 1; group < _sums.Length; group++)
        {
            if (_sums[group].Count > 0)
            {
                (_cells[group] ??= new Cell()).Add(_sums[group], _scale);
            }
        }

        _sums.AsSpan().Clear();
        (_bound, _hasSums) = (0, false);
    }

    /// <summary>Returns the square root of a quotient, rounded to <see cref="ExactNumber.MostDigits"/>.</summary>
    private static ExactNumber Root(BigInteger dividend, BigInteger exponent, BigInteger divisor)
    {
        if (dividend.IsZero)
        {
            return default;
        }

        // Use an even exponent at which the quotient has twice as many digits as the root.
        var power = Math.Max(0, (2 * RootDigits) + ExactNumber.DigitCount(divisor) - ExactNumber.DigitCount(dividend));
        power += (exponent - power).IsEven ? 0 : 1;
        var quotient = BigInteger.DivRem(dividend * BigInteger.Pow(10, power), divisor, out var rest);
        var root = SquareRoot(quotient);
        var half = (exponent - power) / 2;
        return rest.IsZero && root * root == quotient ? ExactNumber.Round(root, half) : ExactNumber.Round((root * 10) + 1, half - 1);
    }

    /// <summary>Returns the greatest integer whose square is at most a number, by Newton's method.</summary>
    private static BigInteger SquareRoot(BigInteger number)
    {
        var root = BigInteger.One << (int)((number.GetBitLength() + 1) / 2);
        while (true)
        {
            var next = (root + (number / root)) >> 1;
            if (next >= root)
            {
                return root;
            }

            root = next;
        }
    }

    /// <summary>Represents the sums of a group.</summary>
    private sealed class Cell
    {
        public ExactSum Sum { get; } = new();

        public ExactSum Squares { get; } = new();

        public long Count { get; private set; }

        public void Add(in ExactNumber number)
        {
            Count++;
            Sum.Add(number);
            if (number.IsSmall && Squares.TryAdd((Int128)number.Mantissa * number.Mantissa, 2 * number.Exponent))
            {
                return;
            }

            var (mantissa, exponent) = number.Parts();
            Squares.Add(mantissa * mantissa, 2 * exponent);
        }

        /// <summary>Adds the sums of mantissas.</summary>
        public void Add(in Sums sums, int scale)
        {
            Count += sums.Count;
            Add(Sum, sums.Sum, -scale);
            Add(Squares, sums.Squares, -2 * scale);
        }

        /// <summary>Adds the sums of decimals.</summary>
        public void Add(in WideSums sums, int exponent)
        {
            Count += sums.Count;
            Sum.Add(sums.Sum, exponent);
            Squares.Add(sums.Squares, 2 * exponent);
        }

        public void Add(Cell other)
        {
            Count += other.Count;
            Sum.Add(other.Sum);
            Squares.Add(other.Squares);
        }

        private static void Add(ExactSum sum, Int128 mantissa, int exponent)
        {
            if (!sum.TryAdd(mantissa, exponent))
            {
                sum.Add(mantissa, exponent);
            }
        }
    }

    /// <summary>Represents the sums of mantissas of a group.</summary>
    private struct Sums
    {
        public Int128 Sum;
        public Int128 Squares;
        public long Count;
    }
}
