using System.Numerics;
using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>The least or greatest of values of a machine type. A NaN is neither.</summary>
internal sealed class ExtremeAccumulator<T>(ILanes<T> lanes, bool isMax) : Accumulator
    where T : struct, INumber<T>, IMinMaxValue<T>
{
    private Cell[] _cells = new Cell[2];

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _cells = Grown(_cells, groupCount);
        var values = lanes.Load(cursor, out var validity);
        for (var row = 0; row < values.Length; row++)
        {
            var value = values[row];
            ref var cell = ref _cells[groups.IsEmpty ? 1 : groups[row]];
            if ((!cell.HasValue || (isMax ? value > cell.Value : value < cell.Value))
                && (validity.IsEmpty || MaskKernel.IsSet(validity, row)) && !T.IsNaN(value))
            {
                cell = new Cell(value, HasValue: true);
            }
        }
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
