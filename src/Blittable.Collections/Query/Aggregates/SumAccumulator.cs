using System.Numerics;
using System.Runtime.Intrinsics;
using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Groups;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Computes exact sums, and averages based on them.</summary>
internal sealed partial class SumAccumulator(IReadOnlyList<PathPlan> paths) : Accumulator
{
    /// <summary>The maximum absolute value of mantissa sums, with a margin for the errors of double estimates.</summary>
    private const double MostCarried = 1e38;

    /// <summary>The estimated bytes of a group, and of a sum of numbers that are not mantissas.</summary>
    private const int GroupBytes = 48, OtherBytes = 320;

    private readonly NumberSource _source = new(paths);
    private Cell[] _mantissas = new Cell[2];

    /// <summary>The sums of mantissas that were moved here before they could exceed 64 bits.</summary>
    private Int128[] _carried = new Int128[2];

    /// <summary>The sums of numbers that are not mantissas, and of mantissas that exceed 128 bits.</summary>
    private ExactSum?[] _others = [];
    private Vector128<long>[] _lanes = [default];

    /// <summary>The fraction digits of <see cref="_carried"/>, at least the fraction digits of <see cref="_mantissas"/>.</summary>
    private int _scale;

    /// <summary>The fraction digits of <see cref="_mantissas"/>.</summary>
    private int _mantissaScale;

    /// <summary>An upper bound of the absolute values of all sums in <see cref="_mantissas"/>.</summary>
    private UInt128 _bound;

    /// <summary>An estimated upper bound of the absolute values of all sums in <see cref="_carried"/>.</summary>
    private double _mostCarried;
    private long _otherCount;

    public override long EstimateBytes(int groupCount) => ((long)GroupBytes * groupCount) + (OtherBytes * _otherCount);

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        Grow(groupCount);
        if (paths.Count == 2 && TryAddProducts(cursor.Values(paths[0]).Numbers(), cursor.Values(paths[1]).Numbers(), groups, groupCount))
        {
            return;
        }

        var numbers = _source.Load(cursor);
        if (numbers.Values == 0)
        {
            return;
        }

        if (!numbers.AreMantissas)
        {
            AddOthers(numbers, groups, groupCount);
            return;
        }

        Reach(numbers.Scale, (double)numbers.Largest * numbers.Rows);

        // Rows without a number have a mantissa of zero.
        if (groups.IsEmpty)
        {
            _carried[1] += AggregateKernel.Sum(numbers.Mantissas, numbers.Largest) * PowerOfTen.Int128(_scale - numbers.Scale);
            _mantissas[1].Count += numbers.Values;
        }
        else
        {
            AddMantissas(numbers, groups, groupCount);
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        Grow(groupCount);
        var theirs = (SumAccumulator)other;
        theirs.Flush();
        Reach(theirs._scale, theirs._mostCarried);
        theirs.SetScale(_scale);
        for (var group = 1; group < Math.Min(groups.Length, theirs._carried.Length); group++)
        {
            var ours = groups[group];
            _carried[ours] += theirs._carried[group];
            _mantissas[ours].Count += theirs._mantissas[group].Count;
            if (theirs.Others(group) is { } sum)
            {
                StartOthers(ours).Add(sum);
            }
        }
    }

    public override QueryValue Result(int group)
    {
        if (!HasSum(group))
        {
            return QueryValue.Null;
        }

        if (Others(group) is null && _carried[group] == (long)_carried[group] && _scale <= ChunkInfo.MostFractionDigits)
        {
            return QueryValue.FromMantissa((long)_carried[group], _scale, TextForm.Trimmed);
        }

        var (mantissa, exponent) = Total(group);
        return QueryValue.FromNumber(ExactNumber.Round(mantissa, exponent));
    }

    /// <summary>Estimates the sum of a group, to skip most groups if only the first ones of an order are wanted.</summary>
    /// <param name="group">The group.</param>
    /// <param name="estimate">The estimate. Its relative error is less than a billionth.</param>
    /// <returns>False if the group has no sum, or if <see cref="Result"/> is just as fast.</returns>
    public bool TryEstimate(int group, out double estimate)
    {
        var unit = (double)PowerOfTen.Int128(_scale);
        var isKnown = unit > 0 && HasSum(group) && Others(group) is null;
        estimate = isKnown ? (double)_carried[group] / unit : 0;
        return isKnown;
    }

    /// <summary>Returns the average of a group.</summary>
    public QueryValue Average(int group)
    {
        if (!HasSum(group))
        {
            return QueryValue.Null;
        }

        var (quotient, rest) = Int128.DivRem(_carried[group], _mantissas[group].Count);
        return QueryValue.FromNumber(rest == 0 && Others(group) is null
            ? ExactNumber.OfScaled(quotient, _scale)
            : ExactNumber.Divide(Total(group), (_mantissas[group].Count, 0)));
    }

    private bool HasSum(int group)
    {
        Flush();
        return group < _carried.Length && _mantissas[group].Count > 0;
    }

    private (BigInteger Mantissa, BigInteger Exponent) Total(int group) =>
        Others(group) is { } others ? others.Total(_carried[group], _scale) : (_carried[group], -_scale);

    private ExactSum? Others(int group) => group < _others.Length ? _others[group] : null;

    private ExactSum StartOthers(int group)
    {
        _others = Grown(_others, group);
        if (_others[group] is not { } sum)
        {
            _others[group] = sum = new ExactSum();
            _otherCount++;
        }

        return sum;
    }

    private void AddMantissas(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        var cells = _mantissas;
        var mantissas = numbers.Mantissas[..groups.Length];
        var bound = (UInt128)numbers.Largest * (UInt128)numbers.Rows;
        if (bound > long.MaxValue || (numbers.Scale != _scale && groupCount > groups.Length))
        {
            var power = PowerOfTen.Int128(_scale - numbers.Scale);
            for (var row = 0; row < groups.Length; row++)
            {
                _carried[groups[row]] += mantissas[row] * power;
                cells[groups[row]].Count += numbers.IsNull(row) ? 0 : 1;
            }

            return;
        }

        if (_bound + bound > long.MaxValue || numbers.Scale != _mantissaScale)
        {
            Flush();
        }

        _mantissaScale = numbers.Scale;
        _bound += bound;
        if (numbers.HasNulls)
        {
            var validity = numbers.Validity;
            for (var row = 0; row < groups.Length; row++)
            {
                ref var cell = ref cells[groups[row]];
                cell.Sum += mantissas[row];
                cell.Count += (long)(validity[row >> 6] >> row) & 1;
            }
        }
        else if (GroupKernel.AreFew(groupCount, groups.Length))
        {
            AddLanes(groups, mantissas, groupCount);
        }
        else
        {
            for (var row = 0; row < groups.Length; row++)
            {
                ref var cell = ref cells[groups[row]];
                cell.Sum += mantissas[row];
                cell.Count++;
            }
        }
    }

    /// <summary>Adds values to the cells of lanes, and these to the cells of groups.</summary>
    private void AddLanes(ReadOnlySpan<int> groups, ReadOnlySpan<long> values, int groupCount)
    {
        _lanes = Grown(_lanes, GroupKernel.Lanes * (groupCount + 1));
        var lanes = _lanes.AsSpan(0, GroupKernel.Lanes * (groupCount + 1));
        lanes.Clear();
        for (var row = 0; row < groups.Length; row += GroupKernel.StepRows)
        {
            var count = Math.Min(GroupKernel.StepRows, groups.Length - row);
            var step = groups.Slice(row, count);
            if (GroupKernel.AreOne(step))
            {
                _mantissas[step[0]].Sum += AggregateKernel.Sum(values.Slice(row, count));
                _mantissas[step[0]].Count += count;
            }
            else
            {
                GroupKernel.Sum(step, values.Slice(row, count), lanes);
            }
        }

        for (var group = 0; group <= groupCount; group++)
        {
            var own = lanes.Slice(GroupKernel.Lanes * group, GroupKernel.Lanes);
            var sum = own[0] + own[1] + (own[2] + own[3]);
            _mantissas[group].Sum += sum[0];
            _mantissas[group].Count += sum[1];
        }
    }

    /// <summary>Prepares for adding numbers at a scale. If sums at this scale could exceed 128 bits, moves the sums so far to the exact ones.</summary>
    /// <param name="scale">The scale of the numbers to add.</param>
    /// <param name="most">An upper bound of the absolute value of their sum.</param>
    private void Reach(int scale, double most)
    {
        // Scales may be farther apart than 128 bits can hold: products of decimals of doubles and of mantissas have up to 41 fraction digits.
        var common = Math.Max(scale, _scale);
        var reached = (_mostCarried * Math.Pow(10, common - _scale)) + (most * Math.Pow(10, common - scale));
        if (reached > MostCarried)
        {
            PutAside();
            (common, reached) = (scale, most);
        }

        SetScale(common);
        _mostCarried = reached;
    }

    private void PutAside()
    {
        Flush();
        for (var group = 1; group < _carried.Length; group++)
        {
            if (_carried[group] != 0)
            {
                StartOthers(group).Add(_carried[group], -_scale);
                _carried[group] = 0;
            }
        }

        _scale = 0;
    }

    private void SetScale(int scale)
    {
        if (scale == _scale)
        {
            return;
        }

        Flush();
        foreach (ref var sum in _carried.AsSpan())
        {
            sum *= PowerOfTen.Int128(scale - _scale);
        }

        _scale = scale;
    }

    private void Flush()
    {
        if (_bound == 0)
        {
            return;
        }

        _bound = 0;
        var power = PowerOfTen.Int128(_scale - _mantissaScale);
        for (var group = 0; group < _carried.Length; group++)
        {
            _carried[group] += _mantissas[group].Sum * power;
            _mantissas[group].Sum = 0;
        }
    }

    private void Grow(int groupCount)
    {
        _mantissas = Grown(_mantissas, groupCount);
        _carried = Grown(_carried, groupCount);
    }

    /// <summary>Represents a sum and a count. Two words, so a cell is addressed with a shift.</summary>
    private struct Cell
    {
        public long Sum;
        public long Count;
    }
}
