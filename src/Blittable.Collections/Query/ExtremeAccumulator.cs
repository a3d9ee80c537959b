using System.Numerics;
using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>The least or greatest of values of a machine type. A NaN is neither.</summary>
internal sealed class ExtremeAccumulator<T>(ILanes<T> lanes, bool isMax) : Accumulator
    where T : unmanaged, INumber<T>
{
    /// <summary>With more groups than this it takes too long to find the least of what they have.</summary>
    private const int MostCompared = 256;

    /// <summary>The least and the greatest value there are; of doubles the infinite ones.</summary>
    private static readonly T Least = T.CreateSaturating(double.NegativeInfinity), Most = T.CreateSaturating(double.PositiveInfinity);

    private Cell[] _cells = new Cell[2];
    private ulong[] _candidates = [];

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _cells = Grown(_cells, groupCount);
        var values = lanes.Load(cursor, out var validity);
        if (!TryBound(groupCount, out var bound))
        {
            for (var row = 0; row < values.Length; row++)
            {
                AddRow(values, validity, groups, row);
            }

            return;
        }

        // After some rows hardly any goes beyond what every group has.
        var words = MaskKernel.Words(values.Length);
        _candidates = _candidates.Length < words ? new ulong[words] : _candidates;
        MaskKernel.Between(values, isMax ? bound : Least, isMax ? Most : bound, _candidates);
        for (var word = 0; word < words; word++)
        {
            for (var bits = _candidates[word]; bits != 0; bits &= bits - 1)
            {
                AddRow(values, validity, groups, (word * MaskKernel.WordRows) + BitOperations.TrailingZeroCount(bits));
            }
        }
    }

    private void AddRow(ReadOnlySpan<T> values, ReadOnlySpan<ulong> validity, ReadOnlySpan<int> groups, int row)
    {
        var value = values[row];
        ref var cell = ref _cells[groups.IsEmpty ? 1 : groups[row]];
        if ((!cell.HasValue || (isMax ? value > cell.Value : value < cell.Value))
            && (validity.IsEmpty || MaskKernel.IsSet(validity, row)) && !T.IsNaN(value))
        {
            cell = new Cell(value, HasValue: true);
        }
    }

    /// <summary>What a value must reach to be the extreme of any group; false where there is nothing of the kind.</summary>
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
        _cells = Grown(_cells, groupCount);
        var cells = ((ExtremeAccumulator<T>)other)._cells;
        for (var group = 1; group < Math.Min(groups.Length, cells.Length); group++)
        {
            var (theirs, ours) = (cells[group], _cells[groups[group]]);
            if (theirs.HasValue && (!ours.HasValue || (isMax ? theirs.Value > ours.Value : theirs.Value < ours.Value)))
            {
                _cells[groups[group]] = theirs;
            }
        }
    }

    public override QueryValue Result(int group) => group < _cells.Length && _cells[group].HasValue ? lanes.ToValue(_cells[group].Value) : QueryValue.Null;

    private record struct Cell(T Value, bool HasValue);
}
