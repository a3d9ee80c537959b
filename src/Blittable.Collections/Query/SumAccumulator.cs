using System.Numerics;
using System.Runtime.Intrinsics;
using Blittable.Columns;
using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Sums and what means are made of: exact as long as the numbers are.</summary>
internal sealed class SumAccumulator(IReadOnlyList<PathPlan> paths) : Accumulator
{
    /// <summary>So far from zero sums of mantissas may be, with room for what was estimated in doubles.</summary>
    private const double MostCarried = 1e38;

    private readonly NumberSource _source = new(paths);
    private Cell<long>[] _mantissas = new Cell<long>[2];
    private Cell<double>[] _doubles = new Cell<double>[2];

    /// <summary>What the mantissas came to before they started from zero again, for 64 bits might not have held them.</summary>
    private Int128[] _carried = new Int128[2];
    private Vector128<long>[] _longLanes = [default];
    private Vector128<double>[] _doubleLanes = [default];
    private bool _hasDoubles;
    private int _scale;

    /// <summary>No sum of <see cref="_mantissas"/> is further from zero.</summary>
    private UInt128 _bound;

    /// <summary>Nor any of <see cref="_carried"/>, estimated.</summary>
    private double _mostCarried;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        Grow(groupCount);
        var numbers = _source.Load(cursor);
        if (numbers.Values == 0)
        {
            return;
        }

        if (!numbers.IsExact || !TryReach(numbers.Scale, (double)numbers.Largest * numbers.Rows))
        {
            AddDoubles(_source.LoadDoubles(cursor), groups, groupCount);
            return;
        }

        // A row without a number has a mantissa of zero.
        var power = PowerOfTen.Int128(_scale - numbers.Scale);
        if (groups.IsEmpty)
        {
            _carried[1] += AggregateKernel.Of(numbers.Mantissas).Sum * power;
            _mantissas[1].Count += numbers.Values;
        }
        else
        {
            AddMantissas(numbers, groups, groupCount, power);
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        Grow(groupCount);
        var theirs = (SumAccumulator)other;
        theirs.Flush();
        var isReached = TryReach(theirs._scale, theirs._mostCarried);
        if (isReached)
        {
            theirs.SetScale(_scale);
        }

        if (!isReached || theirs._hasDoubles)
        {
            StartDoubles(groupCount);
        }

        for (var group = 1; group < Math.Min(groups.Length, theirs._carried.Length); group++)
        {
            var ours = groups[group];
            if (isReached)
            {
                _carried[ours] += theirs._carried[group];
                _mantissas[ours].Count += theirs._mantissas[group].Count;
            }
            else
            {
                _doubles[ours].Sum += QueryValue.FromScaled(theirs._carried[group], theirs._scale).GetDouble();
                _doubles[ours].Count += theirs._mantissas[group].Count;
            }

            if (theirs.CountOfDoubles(group) is > 0 and var count)
            {
                _doubles[ours].Sum += theirs._doubles[group].Sum;
                _doubles[ours].Count += count;
            }
        }
    }

    public override QueryValue Result(int group) => TrySum(group, out var sum, out _) ? sum : QueryValue.Null;

    /// <summary>Estimates the sum of a group, to pass over most groups where only the first ones of an order are wanted.</summary>
    /// <param name="group">The group.</param>
    /// <param name="estimate">A number that differs from the sum by less than a billionth of it.</param>
    /// <returns>False where the group has no sum, or one that <see cref="Result"/> gives as fast.</returns>
    public bool TryEstimate(int group, out double estimate)
    {
        Flush();
        estimate = group < _carried.Length ? (double)_carried[group] / (double)PowerOfTen.Int128(_scale) : 0;
        return group < _carried.Length && _mantissas[group].Count > 0 && CountOfDoubles(group) == 0;
    }

    /// <summary>Returns the mean of a group.</summary>
    public QueryValue Average(int group) =>
        !TrySum(group, out var sum, out var count) ? QueryValue.Null
        : sum.IsExact ? QueryValue.FromDecimal(sum.GetDecimal() / count)
        : QueryValue.FromDouble(sum.GetDouble() / count);

    private bool TrySum(int group, out QueryValue sum, out long count)
    {
        Flush();
        (sum, count) = (QueryValue.Null, group < _carried.Length ? _mantissas[group].Count + CountOfDoubles(group) : 0);
        if (count == 0)
        {
            return false;
        }

        var exact = QueryValue.FromScaled(_carried[group], _scale);
        var hasDoubles = CountOfDoubles(group) > 0;
        sum = hasDoubles || !exact.IsExact ? QueryValue.FromDouble(exact.GetDouble() + (hasDoubles ? _doubles[group].Sum : 0)) : exact;
        return true;
    }

    private void StartDoubles(int groupCount)
    {
        _hasDoubles = true;
        _doubles = Grown(_doubles, groupCount);
    }

    /// <summary>Returns how many numbers of a group were added as doubles, of which there may be no cells.</summary>
    private long CountOfDoubles(int group) => group < _doubles.Length ? _doubles[group].Count : 0;

    private void AddMantissas(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount, Int128 power)
    {
        var cells = _mantissas;
        var mantissas = numbers.Mantissas[..groups.Length];
        var bound = (UInt128)numbers.Largest * (UInt128)numbers.Rows;
        if (power != 1 || bound > long.MaxValue)
        {
            for (var row = 0; row < groups.Length; row++)
            {
                _carried[groups[row]] += mantissas[row] * power;
                cells[groups[row]].Count += numbers.IsNull(row) ? 0 : 1;
            }

            return;
        }

        if (_bound + bound > long.MaxValue)
        {
            Flush();
        }

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
            AddLanes(groups, mantissas, groupCount, cells, ref _longLanes);
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

    private void AddDoubles(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        StartDoubles(groupCount);
        var cells = _doubles;
        if (groups.IsEmpty)
        {
            cells[1].Sum += AggregateKernel.Of(numbers.Doubles).Sum;
            cells[1].Count += numbers.Values;
            return;
        }

        var doubles = numbers.Doubles[..groups.Length];
        if (numbers.HasNulls)
        {
            var validity = numbers.Validity;
            for (var row = 0; row < groups.Length; row++)
            {
                ref var cell = ref cells[groups[row]];
                cell.Sum += doubles[row];
                cell.Count += (long)(validity[row >> 6] >> row) & 1;
            }
        }
        else if (GroupKernel.AreFew(groupCount, groups.Length))
        {
            AddLanes(groups, doubles, groupCount, cells, ref _doubleLanes);
        }
        else
        {
            for (var row = 0; row < groups.Length; row++)
            {
                ref var cell = ref cells[groups[row]];
                cell.Sum += doubles[row];
                cell.Count++;
            }
        }
    }

    /// <summary>Adds values to cells of lanes, and these to the groups'.</summary>
    private static void AddLanes<T>(ReadOnlySpan<int> groups, ReadOnlySpan<T> values, int groupCount, Cell<T>[] cells, ref Vector128<T>[] memory)
        where T : unmanaged, INumber<T>
    {
        memory = Grown(memory, GroupKernel.Lanes * (groupCount + 1));
        var lanes = memory.AsSpan(0, GroupKernel.Lanes * (groupCount + 1));
        lanes.Clear();
        GroupKernel.Sum(groups, values, lanes);
        for (var group = 0; group <= groupCount; group++)
        {
            var own = lanes.Slice(GroupKernel.Lanes * group, GroupKernel.Lanes);
            var sum = own[0] + own[1] + (own[2] + own[3]);
            cells[group].Sum += sum[0];
            cells[group].Count += long.CreateTruncating(sum[1]);
        }
    }

    /// <summary>Goes to a scale at which more is to be added, if 128 bits surely hold what all of it comes to there.</summary>
    /// <param name="scale">The scale of what is to be added.</param>
    /// <param name="most">Its sum is no further from zero.</param>
    private bool TryReach(int scale, double most)
    {
        var common = Math.Max(scale, _scale);
        most = (_mostCarried * (double)PowerOfTen.Int128(common - _scale)) + (most * (double)PowerOfTen.Int128(common - scale));
        if (most > MostCarried)
        {
            return false;
        }

        SetScale(common);
        _mostCarried = most;
        return true;
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
        for (var group = 0; group < _carried.Length; group++)
        {
            _carried[group] += _mantissas[group].Sum;
            _mantissas[group].Sum = 0;
        }
    }

    private void Grow(int groupCount)
    {
        _mantissas = Grown(_mantissas, groupCount);
        _carried = Grown(_carried, groupCount);
    }

    /// <summary>A sum, and of how many: two words, so that a group's number leads to them by a shift.</summary>
    private struct Cell<T>
    {
        public T Sum;
        public long Count;
    }
}
