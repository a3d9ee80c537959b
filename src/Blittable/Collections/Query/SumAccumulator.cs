using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>Sums and what means are made of: exact as long as the numbers are.</summary>
internal sealed class SumAccumulator(IReadOnlyList<PathPlan> paths) : Accumulator
{
    private readonly NumberSource _source = new(paths);
    private Cell[] _cells = new Cell[2];
    private int _scale;

    /// <summary>No <see cref="Cell.Partial"/> is further from zero.</summary>
    private UInt128 _bound;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _cells = Grown(_cells, groupCount);
        var numbers = _source.Load(cursor);
        if (numbers.Values == 0)
        {
            return;
        }

        if (!numbers.IsExact)
        {
            AddDoubles(numbers, groups);
            return;
        }

        if (numbers.Scale > _scale)
        {
            SetScale(numbers.Scale);
        }

        // A row without a number has a mantissa of zero.
        var power = PowerOfTen.Int128(_scale - numbers.Scale);
        if (groups.IsEmpty)
        {
            _cells[1].Exact += AggregateKernel.Of(numbers.Mantissas).Sum * power;
            _cells[1].Count += numbers.Values;
        }
        else
        {
            AddMantissas(numbers, groups, power);
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        _cells = Grown(_cells, groupCount);
        var theirs = (SumAccumulator)other;
        theirs.Flush();
        SetScale(Math.Max(_scale, theirs._scale));
        theirs.SetScale(_scale);
        for (var group = 1; group < Math.Min(groups.Length, theirs._cells.Length); group++)
        {
            ref readonly var source = ref theirs._cells[group];
            ref var target = ref _cells[groups[group]];
            target.Exact += source.Exact;
            target.Floating += source.Floating;
            target.Count += source.Count;
            target.HasFloating |= source.HasFloating;
        }
    }

    public override QueryValue Result(int group) => TrySum(group, out var sum, out _) ? sum : QueryValue.Null;

    /// <summary>What the mean of a group comes to.</summary>
    public QueryValue Average(int group) =>
        !TrySum(group, out var sum, out var count) ? QueryValue.Null
        : sum.IsExact ? QueryValue.FromDecimal(sum.GetDecimal() / count)
        : QueryValue.FromDouble(sum.GetDouble() / count);

    private bool TrySum(int group, out QueryValue sum, out long count)
    {
        Flush();
        if (group >= _cells.Length || _cells[group].Count == 0)
        {
            (sum, count) = (QueryValue.Null, 0);
            return false;
        }

        ref readonly var cell = ref _cells[group];
        var exact = QueryValue.FromScaled(cell.Exact, _scale);
        sum = cell.HasFloating || !exact.IsExact ? QueryValue.FromDouble(exact.GetDouble() + cell.Floating) : exact;
        count = cell.Count;
        return true;
    }

    private void AddMantissas(NumberVector numbers, ReadOnlySpan<int> groups, Int128 power)
    {
        var bound = (UInt128)numbers.Largest * (UInt128)numbers.Rows;
        if (power != 1 || bound > long.MaxValue)
        {
            for (var row = 0; row < groups.Length; row++)
            {
                ref var cell = ref _cells[groups[row]];
                cell.Exact += numbers.Mantissas[row] * power;
                cell.Count += numbers.IsNull(row) ? 0 : 1;
            }

            return;
        }

        if (_bound + bound > long.MaxValue)
        {
            Flush();
        }

        _bound += bound;
        var cells = _cells;
        var mantissas = numbers.Mantissas;
        if (numbers.HasNulls)
        {
            var validity = numbers.Validity;
            for (var row = 0; row < groups.Length; row++)
            {
                ref var cell = ref cells[groups[row]];
                cell.Partial += mantissas[row];
                cell.Count += (long)(validity[row >> 6] >> row) & 1;
            }
        }
        else
        {
            for (var row = 0; row < groups.Length; row++)
            {
                ref var cell = ref cells[groups[row]];
                cell.Partial += mantissas[row];
                cell.Count++;
            }
        }
    }

    private void AddDoubles(NumberVector numbers, ReadOnlySpan<int> groups)
    {
        if (groups.IsEmpty)
        {
            _cells[1].Floating += AggregateKernel.Of(numbers.Doubles).Sum;
            _cells[1].Count += numbers.Values;
            _cells[1].HasFloating = true;
            return;
        }

        var cells = _cells;
        var doubles = numbers.Doubles;
        for (var row = 0; row < groups.Length; row++)
        {
            ref var cell = ref cells[groups[row]];
            cell.Floating += doubles[row];
            cell.Count += numbers.IsNull(row) ? 0 : 1;
            cell.HasFloating = true;
        }
    }

    private void SetScale(int scale)
    {
        if (scale == _scale)
        {
            return;
        }

        Flush();
        foreach (ref var cell in _cells.AsSpan())
        {
            cell.Exact *= PowerOfTen.Int128(scale - _scale);
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
        foreach (ref var cell in _cells.AsSpan())
        {
            cell.Exact += cell.Partial;
            cell.Partial = 0;
        }
    }

    private struct Cell
    {
        public long Partial;
        public long Count;
        public double Floating;
        public bool HasFloating;
        public Int128 Exact;
    }
}
