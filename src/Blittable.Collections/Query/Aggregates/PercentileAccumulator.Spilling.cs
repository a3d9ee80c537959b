using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Aggregates;

/// <content>Spilling: sorted runs of numbers are written to temporary files, and merged to find the ranks of all groups in one pass.</content>
internal sealed partial class PercentileAccumulator
{
    /// <summary>The numbers that were spilled, or null if there are none.</summary>
    private NumberRuns? _runs;

    /// <summary>The number of spilled numbers of each group.</summary>
    private long[] _spilled = new long[2];

    /// <summary>The results of groups, after all spilled numbers were read.</summary>
    private QueryValue[]? _results;

    public override long ValueBytes => _listBytes + (_counts?.Bytes ?? 0);

    /// <summary>Spills the numbers of all groups in ascending order.</summary>
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

    /// <summary>Finds, for each group, the numbers at its rank and the next one.</summary>
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

    /// <summary>Enumerates the numbers of all groups in ascending order, and counts the numbers of each group.</summary>
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

    /// <summary>Enumerates the numbers of a group in ascending order.</summary>
    private IEnumerable<(ExactNumber Number, long Count)> NumbersOf(int group)
    {
        if (group <= _counts?.LastGroup)
        {
            // Copy the counts of each group, because the enumerations of groups are interleaved.
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
