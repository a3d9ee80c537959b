using Blittable.Collections.Query.Rows;
using Blittable.Columns;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Finds the value of one expression in the row where another one is smallest or greatest, or in the first or last row that has a value.</summary>
/// <remarks>The rows of a batch are compared by integers (<see cref="OrderKeys"/>). Values are read only for the best row of each group. Only keys of several
/// kinds are compared row by row.</remarks>
/// <param name="value">The value.</param>
/// <param name="by">The expression to compare, or null to compare row positions.</param>
/// <param name="isMax">True for the greatest value or the last row.</param>
internal sealed class ArgumentAccumulator(PathPlan value, PathPlan? by, bool isMax) : Accumulator
{
    /// <summary>The estimated bytes per group, excluding strings.</summary>
    private const int GroupBytes = 176;

    /// <summary>If the strings of at most one row in this many are needed, the others are not read.</summary>
    private const int SparseRows = 8;

    private readonly OrderKeys _keys = new(isMax);

    /// <summary>The groups with a row in the batch that is better than the held one.</summary>
    private readonly List<int> _improved = [];

    /// <summary>The groups with a row in the batch that is compared with the held one by their exact keys.</summary>
    private readonly List<int> _unknown = [];
    private Cell[] _cells = new Cell[2];
    private Best[] _bests = new Best[2];
    private long[] _positions = [];
    private ulong[] _mask = [];

    /// <summary>The kind and the unit of the keys in <see cref="_bests"/>, or null if they are not comparable with the keys of the next batch.</summary>
    private (QueryValueKind Kind, int Unit)? _space;

    /// <summary>The estimated bytes of the strings of all groups.</summary>
    private long _textBytes;

    public override long EstimateBytes(int groupCount) => ((long)GroupBytes * groupCount) + _textBytes;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _cells = Grown(_cells, groupCount);
        _bests = Grown(_bests, groupCount);
        var (values, keys) = (cursor.Values(value), by is null ? null : cursor.Values(by));
        if (keys is not null && !_keys.TryLoad(keys))
        {
            StartSpace(null);
            AddOneByOne(cursor, values, keys, groups);
            return;
        }

        StartSpace(keys is null ? null : _keys.Space);
        FindBest(values, keys, groups);
        foreach (var group in _unknown)
        {
            if (IsBetter(_cells[group], KeyOf(keys, _bests[group].Row), cursor.Order))
            {
                _improved.Add(group);
            }
            else
            {
                _bests[group] = default;
            }
        }

        _unknown.Clear();
        TakeBest(cursor, values, keys);
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        _cells = Grown(_cells, groupCount);
        var theirs = (ArgumentAccumulator)other;
        for (var group = 1; group < Math.Min(groups.Length, theirs._cells.Length); group++)
        {
            var cell = theirs._cells[group];
            if (cell.Key.Kind != QueryValueKind.Null && IsBetter(_cells[groups[group]], cell.Key, cell.Order))
            {
                Set(groups[group], cell);
            }
        }
    }

    public override QueryValue Result(int group) => group < _cells.Length ? _cells[group].Value : QueryValue.Null;

    /// <summary>Determines whether a key replaces the key of a group. If keys are equal, the first row wins, or the last row if that is wanted.</summary>
    private bool IsBetter(in Cell held, in QueryValue key, long order)
    {
        var difference = Rank(key.Kind) - Rank(held.Key.Kind);
        difference = difference != 0 ? difference : isMax ? key.CompareTo(held.Key) : held.Key.CompareTo(key);
        return difference != 0 ? difference > 0 : by is null && isMax ? order >= held.Order : order < held.Order;
    }

    private void Set(int group, Cell cell)
    {
        _textBytes += Bytes(cell) - Bytes(_cells[group]);
        _cells[group] = cell;

        static long Bytes(in Cell cell) => Length(cell.Value) + Length(cell.Key);

        static long Length(in QueryValue value) => value.Kind == QueryValueKind.String ? sizeof(char) * (long)value.GetString().Length : 0;
    }

    /// <summary>Discards the keys of groups if they are not comparable with the keys of the next batch.</summary>
    private void StartSpace((QueryValueKind Kind, int Unit)? space)
    {
        if (_space is not null && _space != space)
        {
            _bests.AsSpan().Clear();
        }

        _space = space;
    }

    private void AddOneByOne(GroupCursor cursor, PathValues values, PathValues keys, ReadOnlySpan<int> groups)
    {
        for (var row = 0; row < values.Count; row++)
        {
            var group = groups.IsEmpty ? 1 : groups[row];
            if (group == 0 || values.IsNull(row))
            {
                continue;
            }

            var key = KeyOf(keys, row);
            if (key.Kind != QueryValueKind.Null && IsBetter(_cells[group], key, cursor.Order))
            {
                Set(group, new Cell(values[row], key, cursor.Order));
            }
        }
    }

    /// <summary>Finds the best row of each group in the batch. A worker adds batches in ascending order, so a row with the held key is never better.</summary>
    private void FindBest(PathValues values, PathValues? keys, ReadOnlySpan<int> groups)
    {
        var ranks = keys is null ? Positions(values.Count) : _keys.Keys;
        var areExact = keys is null || _keys.AreExact;
        var validity = values.Validity();
        var bests = _bests;
        for (var row = 0; row < ranks.Length; row++)
        {
            var key = ranks[row];
            var group = groups.IsEmpty ? 1 : groups[row];
            ref var best = ref bests[group];
            if ((key < best.Key || best.State == BestState.Unknown || (!areExact && key == best.Key))
                && group != 0 && (validity.IsEmpty || MaskKernel.IsSet(validity, row)) && (keys is null || IsCandidate(keys, key, row, best)))
            {
                if (best.State != BestState.Found)
                {
                    (best.State == BestState.Held ? _improved : _unknown).Add(group);
                }

                best = new Best(key, row, BestState.Found);
            }
        }
    }

    /// <summary>Determines whether a row, whose key may be equal to the best one so far, has a better value.</summary>
    private bool IsCandidate(PathValues keys, long key, int row, in Best best)
    {
        if (key == _keys.KeyOfNull && keys.IsNull(row))
        {
            return false;
        }

        if (key != best.Key || best.State != BestState.Found)
        {
            return true;
        }

        var order = keys.HasOnlyStrings
            ? keys.Strings()[row].SequenceCompareTo(keys.Strings()[best.Row])
            : keys[row].CompareTo(keys[best.Row]);
        return isMax ? order > 0 : order < 0;
    }

    /// <summary>Replaces the held rows of improved groups.</summary>
    private void TakeBest(GroupCursor cursor, PathValues values, PathValues? keys)
    {
        if (_improved.Count == 0)
        {
            return;
        }

        var isSparse = values.HasOnlyStrings && !values.HasReadStrings && !cursor.IsUnnested && (long)_improved.Count * SparseRows <= values.Count;
        var mask = isSparse ? MaskOfBest(values.Count) : default;
        var read = isSparse ? cursor.NarrowSelected(mask).Values(value) : values;
        foreach (var group in _improved)
        {
            ref var best = ref _bests[group];
            Set(group, new Cell(read[isSparse ? MaskKernel.Count(mask, best.Row) : best.Row], KeyOf(keys, best.Row), cursor.Order));
            best = _space is null ? default : best with { State = BestState.Held };
        }

        _improved.Clear();
    }

    /// <summary>Returns a bit for each row of the batch, set for the best rows of improved groups.</summary>
    private ReadOnlySpan<ulong> MaskOfBest(int rows)
    {
        var words = MaskKernel.Words(rows);
        _mask = _mask.Length < words ? new ulong[words] : _mask;
        _mask.AsSpan().Clear();
        foreach (var group in _improved)
        {
            var row = _bests[group].Row;
            _mask[row >> 6] |= 1UL << row;
        }

        return _mask.AsSpan(0, words);
    }

    /// <summary>Returns the positions of rows as keys, which are smallest for the first row, or for the last one if that is wanted.</summary>
    private ReadOnlySpan<long> Positions(int rows)
    {
        _positions = _positions.Length < rows ? new long[rows] : _positions;
        for (var row = 0; row < rows; row++)
        {
            _positions[row] = isMax ? -row : row;
        }

        return _positions.AsSpan(0, rows);
    }

    private static QueryValue KeyOf(PathValues? keys, int row) => keys is null ? QueryValue.FromBoolean(true) : keys[row].Scalar;

    /// <summary>Ranks numbers before dates, strings and booleans, as for minimum and maximum.</summary>
    private static int Rank(QueryValueKind kind) => kind switch
    {
        QueryValueKind.Number => 4,
        QueryValueKind.Date => 3,
        QueryValueKind.String => 2,
        QueryValueKind.Boolean => 1,
        _ => 0,
    };

    private readonly record struct Cell(QueryValue Value, QueryValue Key, long Order);

    /// <summary>Represents the best row of a group.</summary>
    /// <param name="Key">Its key among those of <see cref="OrderKeys"/>.</param>
    /// <param name="Row">Its row in the batch, if it was found there.</param>
    /// <param name="State">Where the row is.</param>
    private readonly record struct Best(long Key, int Row, BestState State);

    private enum BestState
    {
        /// <summary>The key of the held row is not comparable with the keys of the batch, or there is no held row.</summary>
        Unknown,

        /// <summary>The row is the held one.</summary>
        Held,

        /// <summary>The row is in the current batch.</summary>
        Found,
    }
}
