using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Aggregates;

/// <content>Numbers that do not fit into memory: sorted runs of them go to temporary files, which are merged to find the ranks of all groups at once.</content>
internal sealed partial class PercentileAccumulator
{
    /// <summary>Numbers that did not fit into memory; null if there are none.</summary>
    private NumberRuns? _runs;

    /// <summary>How many numbers of each group are in files.</summary>
    private long[] _spilled = new long[2];

    /// <summary>The results of groups, once all numbers were read from files.</summary>
    private QueryValue[]? _results;

    public override long ValueBytes => _listBytes + (_counts?.Bytes ?? 0);

    /// <summary>Stores the numbers of all groups in their order.</summary>
    public override void SpillValues()
    {
        (_runs ??= new NumberRuns()).Add(Sorted());
        _counts = CreateCounts();
        _offsets.AsSpan().Clear();
        _values.AsSpan().Clear();
        _listBytes = 0;
    }

    public override void Dispose()
    {
        _runs?.Dispose();
        base.Dispose();
    }

    private void MergeSpilled(PercentileAccumulator theirs, ReadOnlySpan<int> groups, int groupCount)
    {
        _spilled = Grown(_spilled, groupCount);
        if (theirs._runs is null)
        {
            return;
        }

        (_runs ??= new NumberRuns()).Add(theirs._runs, groups);
        for (var group = 1; group < Math.Min(groups.Length, theirs._spilled.Length); group++)
        {
            _spilled[groups[group]] += theirs._spilled[group];
        }
    }

    private QueryValue ResultOfRuns(NumberRuns runs, int group)
    {
        if (_results is null)
        {
            SpillValues();
            _results = FindRanks(runs);
        }

        return group < _results.Length ? _results[group] : QueryValue.Null;
    }

    /// <summary>Finds the numbers at the rank of each group, and at the next one.</summary>
    private QueryValue[] FindRanks(NumberRuns runs)
    {
        var ranks = Array.ConvertAll(_spilled, _percentile.Rank);
        var passed = new long[_spilled.Length];
        var found = new (ExactNumber At, ExactNumber Next)[_spilled.Length];
        foreach (var (number, group, count) in runs.Read())
        {
            var (rank, before) = (ranks[group], passed[group]);
            passed[group] += count;
            if (rank >= before && rank < passed[group])
            {
                found[group] = (number, number);
            }
            else if (rank + 1 == before)
            {
                found[group].Next = number;
            }
        }

        var results = new QueryValue[_spilled.Length];
        for (var group = 1; group < results.Length; group++)
        {
            results[group] = _spilled[group] == 0 ? QueryValue.Null : _percentile.Interpolate(_spilled[group], found[group].At, found[group].Next);
        }

        return results;
    }

    /// <summary>The numbers of all groups in their order; counts those of each group.</summary>
    private IEnumerable<(ExactNumber Number, int Group, long Count)> Sorted()
    {
        var next = new PriorityQueue<IEnumerator<(ExactNumber Number, long Count)>, (ExactNumber Number, int Group)>();
        var groups = Math.Max(Math.Max(_offsets.Length, _values.Length), (_counts?.LastGroup ?? -1) + 1);
        _spilled = Grown(_spilled, groups);
        for (var group = 1; group < groups; group++)
        {
            Enqueue(NumbersOf(group).GetEnumerator(), group);
        }

        while (next.TryDequeue(out var numbers, out var first))
        {
            _spilled[first.Group] += numbers.Current.Count;
            yield return (first.Number, first.Group, numbers.Current.Count);
            Enqueue(numbers, first.Group);
        }

        void Enqueue(IEnumerator<(ExactNumber Number, long Count)> numbers, int group)
        {
            if (numbers.MoveNext())
            {
                next.Enqueue(numbers, (numbers.Current.Number, group));
            }
        }
    }

    /// <summary>The numbers of a group in their order.</summary>
    private IEnumerable<(ExactNumber Number, long Count)> NumbersOf(int group)
    {
        if (group <= _counts?.LastGroup)
        {
            // Each group's counts are copied, because they are read in turn with those of others.
            var counts = CountsOf(group).ToArray();
            for (var offset = 0; offset < counts.Length; offset++)
            {
                if (counts[offset] > 0)
                {
                    yield return (OfOffset(offset), counts[offset]);
                }
            }
        }

        if (group < _offsets.Length && _offsets[group] is { } offsets)
        {
            foreach (var offset in offsets.Sorted())
            {
                yield return (OfOffset(offset), 1);
            }
        }

        if (group < _values.Length && _values[group] is { } values)
        {
            foreach (var number in values.Sorted())
            {
                yield return (number, 1);
            }
        }
    }

    private ExactNumber OfOffset(long offset) => new(_shape.Min + offset, -_shape.Scale);
}
