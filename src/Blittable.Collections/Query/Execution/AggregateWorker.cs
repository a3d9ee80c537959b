using System.Text;
using Blittable.Collections.Query.Aggregates;
using Blittable.Collections.Query.Groups;
using Blittable.Collections.Query.Language;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Execution;

/// <summary>Assigns rows to groups and adds them to the aggregates.</summary>
internal sealed class AggregateWorker : QueryWorker, IDisposable
{
    /// <summary>The relative margin within which estimates are compared by their exact values.</summary>
    private const double Margin = 1e-8;

    private readonly IReadOnlyList<BoundAggregate> _aggregates;
    private readonly Accumulator[] _accumulators;

    /// <summary>For each aggregate, the first one that shares its accumulator.</summary>
    private readonly int[] _owners;
    private readonly GroupTable? _table;
    private ulong[] _mask = [];
    private ulong[] _passed = [];
    private int[] _groups = [];
    private readonly long _limit;
    private readonly bool _maySplit;

    /// <summary>The group that conditions are evaluated for, and the function that returns its columns.</summary>
    private int _tested;
    private Func<int, QueryValue>? _valueOfTested;

    /// <param name="plan">The query plan.</param>
    /// <param name="keys">The grouping keys. Without keys, all rows are in one group.</param>
    /// <param name="aggregates">The aggregates to compute.</param>
    /// <param name="limit">The estimated memory limit in bytes. Values beyond it are spilled.</param>
    /// <param name="maySplit">True to throw if the groups themselves exceed the limit, because the caller can partition their rows.</param>
    public AggregateWorker(QueryPlan plan, IReadOnlyList<PathPlan> keys, IReadOnlyList<BoundAggregate> aggregates, long limit, bool maySplit)
        : base(plan)
    {
        _aggregates = aggregates;
        _limit = limit;
        _owners = [.. aggregates.Select((aggregate, i) => aggregates.Take(i).TakeWhile(earlier => !earlier.SharesAccumulator(aggregate)).Count())];
        _accumulators = new Accumulator[aggregates.Count];
        for (var i = 0; i < _accumulators.Length; i++)
        {
            _accumulators[i] = _owners[i] == i ? aggregates[i].CreateAccumulator(limit) : _accumulators[_owners[i]];
        }

        _table = keys.Count == 0 ? null : new GroupTable(keys, limit);
        _maySplit = maySplit && _table is not null;
    }

    private IEnumerable<Accumulator> Owned => _accumulators.Where((_, i) => _owners[i] == i);

    /// <exception cref="MemoryExceededException">The groups exceed the memory limit.</exception>
    public override void Add()
    {
        var groups = _table is null ? [] : _table.Read(Cursor);
        var last = _table?.Last ?? 1;
        for (var i = 0; i < _accumulators.Length; i++)
        {
            if (_aggregates[i].Filter is { } filter)
            {
                _accumulators[i].Add(Cursor, Filter(filter, groups), last);
            }
            else if (_owners[i] == i && !IsCountOfRows(i))
            {
                _accumulators[i].Add(Cursor, groups, last);
            }
        }

        if (_limit != long.MaxValue)
        {
            KeepWithinLimit();
        }
    }

    public void Merge(AggregateWorker other)
    {
        var map = _table?.Merge(other._table!) ?? [0, 1];
        for (var i = 0; i < _accumulators.Length; i++)
        {
            if (_owners[i] == i)
            {
                _accumulators[i].Merge(other._accumulators[i], map, _table?.Last ?? 1);
                SpillBeyond(_limit / 2);
            }
        }
    }

    public void Dispose() => Array.ForEach(_accumulators, accumulator => accumulator.Dispose());

    /// <summary>Adds the keys and aggregates of each group that has rows, or a single row if there are no keys.</summary>
    /// <param name="first">Receives the rows.</param>
    /// <param name="conditions">The conditions that a row must satisfy.</param>
    public void AddRows(FirstRows first, IReadOnlyList<ResultCondition> conditions)
    {
        // Reuse a rejected row, and fill in only the columns needed to reject it. With a small limit, this saves most of the work for many groups.
        var row = new QueryValue[(_table?.KeyCount ?? 0) + _accumulators.Length];
        var isByRows = _table is not null && first.Columns is [var column, ..] && column >= _table.KeyCount && IsCountOfRows(column - _table.KeyCount);
        var (least, most) = (long.MinValue, long.MaxValue);
        var ordered = first.Columns is [var leading, ..] ? leading - (_table?.KeyCount ?? 0) : -1;
        var (low, high) = (double.NegativeInfinity, double.PositiveInfinity);
        var (tieKey, isTieDescending, tieText) = (-1, false, Array.Empty<byte>());
        for (var group = 1; group <= (_table?.Last ?? 1); group++)
        {
            if (_table?.Rows(group) is { } rows && (rows == 0 || (isByRows && (rows < least || rows > most))))
            {
                continue;
            }

            // Very many groups often have as many rows as the last one.
            if (isByRows && tieKey >= 0 && (_table!.Rows(group) == least || _table.Rows(group) == most)
                && _table.TryCompareText(group, tieKey, tieText, out var tie) && (isTieDescending ? tie < 0 : tie > 0))
            {
                continue;
            }

            if (ordered >= 0 && _aggregates[ordered].TryEstimate(_accumulators[ordered], group, out var estimate) && !(estimate >= low && estimate <= high))
            {
                continue;
            }

            if (conditions.Count > 0 && !Passes(group, conditions))
            {
                continue;
            }

            foreach (var key in first.Columns)
            {
                row[key] = Value(group, key);
            }

            if (!first.MayTake(row))
            {
                continue;
            }

            for (var i = 0; i < row.Length; i++)
            {
                row[i] = Value(group, i);
            }

            if (first.TryTake(row))
            {
                row = new QueryValue[row.Length];
                (least, most) = first.FirstKeys(scale: 0);
                (low, high) = first.FirstKeys();
                (low, high) = (low - (Math.Abs(low) * Margin), high + (Math.Abs(high) * Margin));
                if (isByRows && first.TieBreaker is { Last.Kind: QueryValueKind.String } breaker && breaker.Column < _table!.KeyCount)
                {
                    (tieKey, isTieDescending, tieText) = (breaker.Column, breaker.IsDescending, Encoding.UTF8.GetBytes(breaker.Last.GetString()));
                }
                else
                {
                    tieKey = -1;
                }
            }
        }
    }

    private bool Passes(int group, IReadOnlyList<ResultCondition> conditions)
    {
        _tested = group;
        _valueOfTested ??= column => Value(_tested, column);
        for (var i = 0; i < conditions.Count; i++)
        {
            if (!conditions[i].Passes(_valueOfTested))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Returns a key or an aggregate of a group.</summary>
    private QueryValue Value(int group, int column)
    {
        var keys = _table?.KeyCount ?? 0;
        return column < keys ? _table!.Key(group, column)
            : IsCountOfRows(column - keys) ? _table!.Rows(group)
            : _aggregates[column - keys].Result(_accumulators[column - keys], group);
    }

    /// <summary>Determines whether an aggregate counts the rows of groups, which the table does anyway.</summary>
    private bool IsCountOfRows(int aggregate) =>
        _table is not null && _aggregates[aggregate] is { Aggregate.Function: AggregateFunction.Count, Paths.Count: 0, Filter: null };

    /// <summary>Enforces the memory limit. Values may use half of it, and groups the rest.</summary>
    private void KeepWithinLimit()
    {
        SpillBeyond(_limit / 2);
        var groups = _table?.Last ?? 1;
        if (_maySplit && groups > 1 && _table!.EstimatedBytes + Owned.Sum(accumulator => accumulator.EstimateBytes(groups)) > _limit / 2)
        {
            throw new MemoryExceededException();
        }
    }

    private void SpillBeyond(long limit)
    {
        if (Owned.Sum(accumulator => accumulator.ValueBytes) <= limit)
        {
            return;
        }

        foreach (var accumulator in Owned.Where(accumulator => accumulator.ValueBytes > 0))
        {
            accumulator.SpillValues();
        }
    }

    /// <summary>Returns the groups of rows, with 0 for rows that do not match the filter.</summary>
    private ReadOnlySpan<int> Filter(BoundFilter filter, ReadOnlySpan<int> groups)
    {
        var count = Cursor.Selection.Count;
        if (_groups.Length < count)
        {
            _groups = new int[count];
        }

        var filtered = _groups.AsSpan(0, count);
        var match = filter.Prune(Cursor);
        if (match == Match.None)
        {
            filtered.Clear();
            return filtered;
        }

        if (groups.IsEmpty)
        {
            filtered.Fill(1);
        }
        else
        {
            groups.CopyTo(filtered);
        }

        if (match == Match.Some)
        {
            var words = Cursor.Selection.Mask.Length;
            (_mask, _passed) = _mask.Length < words ? (new ulong[words], new ulong[words]) : (_mask, _passed);
            Cursor.Selection.Mask.CopyTo(_mask);
            filter.Evaluate(Cursor, _mask.AsSpan(0, words));
            Cursor.Selection.Compress(_mask, _passed);
            CodeKernel.Keep(filtered, _passed);
        }

        return filtered;
    }
}
