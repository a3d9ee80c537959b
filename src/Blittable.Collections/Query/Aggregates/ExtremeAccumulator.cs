using System.Numerics;
using Blittable.Collections.Query.Rows;
using Blittable.Columns;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Finds the minimum or maximum of values of a primitive type.</summary>
internal sealed class ExtremeAccumulator<T>(ILanes<T> lanes, bool isMax) : OrderedAccumulator
    where T : unmanaged, INumber<T>
{
    /// <summary>The number of groups up to which a common bound of all groups is computed.</summary>
    private const int MostCompared = 256;

    /// <summary>The smallest and the greatest value of the type; infinities for doubles.</summary>
    private static readonly T Least = T.CreateSaturating(double.NegativeInfinity), Most = T.CreateSaturating(double.PositiveInfinity);

    /// <summary>The estimated bytes per group, and per value with its text.</summary>
    private const int GroupBytes = 16, FirstBytes = 96;

    private readonly bool _hasTexts = lanes.HasTexts;
    private Cell[] _cells = new Cell[2];

    /// <summary>For each group, the first row with its value, if equal values may have different texts.</summary>
    private First[] _firsts = [];
    private ulong[] _candidates = [];

    public override long EstimateBytes(int groupCount) => (long)(GroupBytes + (_hasTexts ? FirstBytes : 0)) * groupCount;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        Grow(groupCount);
        var values = lanes.Load(cursor, out var validity);
        if (!TryBound(groupCount, out var bound))
        {
            for (var row = 0; row < values.Length; row++)
            {
                AddRow(cursor, values, validity, groups, row);
            }

            return;
        }

        // After some rows, hardly any value exceeds the extremes of all groups.
        var words = MaskKernel.Words(values.Length);
        _candidates = _candidates.Length < words ? new ulong[words] : _candidates;
        MaskKernel.Between(values, isMax ? bound : Least, isMax ? Most : bound, _candidates);
        for (var word = 0; word < words; word++)
        {
            for (var bits = _candidates[word]; bits != 0; bits &= bits - 1)
            {
                AddRow(cursor, values, validity, groups, (word * MaskKernel.WordRows) + BitOperations.TrailingZeroCount(bits));
            }
        }
    }

    private void AddRow(GroupCursor cursor, ReadOnlySpan<T> values, ReadOnlySpan<ulong> validity, ReadOnlySpan<int> groups, int row)
    {
        var value = values[row];
        var group = groups.IsEmpty ? 1 : groups[row];
        ref var cell = ref _cells[group];
        if ((!cell.HasValue || (isMax ? value > cell.Value : value < cell.Value))
            && (validity.IsEmpty || MaskKernel.IsSet(validity, row)) && !T.IsNaN(value))
        {
            cell = new Cell(value, HasValue: true);
            if (_hasTexts)
            {
                _firsts[group] = new First(lanes.At(cursor, row), cursor.Order);
            }
        }
    }

    /// <summary>Gets a bound that a value must pass to become the extreme of any group. Returns false if there is none.</summary>
    private bool TryBound(int groupCount, out T bound)
    {
        bound = isMax ? Most : Least;
        if (groupCount > MostCompared)
        {
            return false;
        }

        foreach (var cell in _cells.AsSpan(1, groupCount))
        {
            if (!cell.HasValue)
            {
                return false;
            }

            bound = isMax ? T.Min(bound, cell.Value) : T.Max(bound, cell.Value);
        }

        return true;
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        Grow(groupCount);
        var theirs = (ExtremeAccumulator<T>)other;
        for (var group = 1; group < Math.Min(groups.Length, theirs._cells.Length); group++)
        {
            var ours = groups[group];
            var (found, held) = (theirs._cells[group], _cells[ours]);
            if (found.HasValue
                && (!held.HasValue || (isMax ? found.Value > held.Value : found.Value < held.Value)
                    || (_hasTexts && found.Value == held.Value && theirs._firsts[group].Order < _firsts[ours].Order)))
            {
                _cells[ours] = found;
                if (_hasTexts)
                {
                    _firsts[ours] = theirs._firsts[group];
                }
            }
        }
    }

    public override QueryValue Result(int group) =>
        group >= _cells.Length || !_cells[group].HasValue ? QueryValue.Null
        : _hasTexts ? _firsts[group].Value
        : lanes.ToValue(_cells[group].Value);

    public override long Order(int group) => _hasTexts ? _firsts[group].Order : 0;

    private void Grow(int groupCount)
    {
        _cells = Grown(_cells, groupCount);
        _firsts = _hasTexts ? Grown(_firsts, groupCount) : _firsts;
    }

    private record struct Cell(T Value, bool HasValue);

    private record struct First(QueryValue Value, long Order);
}
