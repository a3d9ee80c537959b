using Blittable.Collections.Query.Groups;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Finds the most frequent scalar of each group, or the smallest of several, by counting the rows of each pair of a group and a value.</summary>
/// <param name="path">The path.</param>
/// <param name="limit">The memory limit of the worker, in bytes.</param>
internal sealed class ModeAccumulator(PathPlan path, long limit) : Accumulator
{
    /// <summary>The maximum number of combinations of a group and a value that are looked up without hashing.</summary>
    private const int MostDirect = 1 << 16;

    /// <summary>The bytes of the memory limit per combination that is looked up without hashing.</summary>
    private const int DirectBytes = 1 << 6;

    /// <summary>The estimated bytes per pair, excluding its text.</summary>
    private const int PairBytes = 120;

    private KeyTable _keys = new(path, 0, limit);

    /// <summary>The pairs of a group and a value. Pairs with group 0 or the value null are not counted.</summary>
    private PairTable _pairs = CreatePairs(limit);
    private long[] _counts = new long[2];

    /// <summary>For each pair, its first row.</summary>
    private First[] _firsts = new First[2];
    private long _textBytes;
    private int[] _ids = [];
    private int[] _numbers = [];

    /// <summary>The number of pairs, without those that are not counted.</summary>
    private int _counted;

    /// <summary>The pairs that were spilled: group, value, number of rows, and order of the first row. Null if there are none.</summary>
    private RowRuns? _runs;

    /// <summary>The results of groups, after all values were added.</summary>
    private List<(QueryValue Value, long Count)>? _results;

    public override long ValueBytes => _counted == 0 ? 0 : ((long)PairBytes * _pairs.Count) + _textBytes + _keys.EstimatedBytes;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _results = null;
        var rows = cursor.Selection.Count;
        (_ids, _numbers) = _ids.Length < rows ? (new int[rows], new int[rows]) : (_ids, _numbers);
        var ids = _ids.AsSpan(0, rows);
        var numbers = _numbers.AsSpan(0, rows);
        if (groups.IsEmpty)
        {
            numbers.Fill(1);
        }
        else
        {
            groups.CopyTo(numbers);
        }

        _keys.Read(cursor, ids);
        var known = _pairs.Count;
        _pairs.Combine(numbers, groupCount, ids, _keys.Last);
        Grow();
        GroupKernel.Count(numbers, _pairs.Count, _counts);

        // Pairs are numbered in order of appearance.
        for (var row = 0; known < _pairs.Count; row++)
        {
            if (numbers[row] > known)
            {
                known++;
                if (IsCounted(known))
                {
                    _counted++;
                    Take(known, new First(cursor.Order, path.HasTexts ? cursor.Values(path)[row] : QueryValue.Null));
                }
            }
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        _results = null;
        var theirs = (ModeAccumulator)other;
        for (var number = 1; number <= theirs._pairs.Count; number++)
        {
            if (!theirs.IsCounted(number))
            {
                continue;
            }

            var (group, id) = theirs._pairs[number];
            var known = _pairs.Count;
            var ours = _pairs.Number(groups[group], _keys.Intern(theirs._keys, id));
            Grow();
            _counts[ours] += theirs._counts[number];
            _counted += ours > known ? 1 : 0;
            if (ours > known || theirs._firsts[number].Order < _firsts[ours].Order)
            {
                Take(ours, theirs._firsts[number]);
            }
        }

        if (theirs._runs is { } runs)
        {
            foreach (var row in runs.Read())
            {
                (_runs ??= CreateRuns()).Add([groups[(int)row[0].GetInt64()], .. row[1..]]);
            }
        }
    }

    public override QueryValue Result(int group)
    {
        _results ??= Find();
        return group < _results.Count ? _results[group].Value : QueryValue.Null;
    }

    /// <summary>Spills the pairs of all groups in ascending order.</summary>
    public override void SpillValues()
    {
        (_runs ??= CreateRuns()).AddSorted(Enumerable.Range(1, _pairs.Count).Where(IsCounted).Select(number => (QueryValue[])
            [_pairs[number].First, ValueOf(number), _counts[number], _firsts[number].Order]));
        _keys = new KeyTable(path, 0, limit);
        _pairs = CreatePairs(limit);
        (_counts, _firsts) = (new long[2], new First[2]);
        (_counted, _textBytes) = (0, 0);
    }

    public override void Dispose()
    {
        _runs?.Dispose();
        base.Dispose();
    }

    private static PairTable CreatePairs(long limit) => new((int)Math.Min(MostDirect, limit / DirectBytes));

    private RowRuns CreateRuns() => new(4, limit, (left, right) =>
    {
        var order = left[0].CompareTo(right[0]);
        order = order != 0 ? order : left[1].CompareTo(right[1]);
        return order != 0 ? order : left[3].CompareTo(right[3]);
    });

    private bool IsCounted(int number) => _pairs[number] is (> 0, > 0);

    private void Take(int number, in First first)
    {
        _firsts[number] = first;
        _textBytes += first.Text.Kind == QueryValueKind.Null ? 0 : QueryValueCodec.EstimateBytes([first.Text]);
    }

    private void Grow()
    {
        _counts = Grown(_counts, _pairs.Count);
        _firsts = Grown(_firsts, _pairs.Count);
    }

    private QueryValue ValueOf(int number) => _firsts[number].Text is { Kind: not QueryValueKind.Null } text ? text : _keys[_pairs[number].Second];

    private List<(QueryValue Value, long Count)> Find()
    {
        var results = new List<(QueryValue Value, long Count)>();
        if (_runs is null)
        {
            for (var number = 1; number <= _pairs.Count; number++)
            {
                var group = _pairs[number].First;
                if (IsCounted(number) && (group >= results.Count || _counts[number] >= results[group].Count))
                {
                    Offer(results, group, ValueOf(number), _counts[number]);
                }
            }

            return results;
        }

        // Several runs may have rows for the same pair. They are adjacent, with the first row of the collection first.
        SpillValues();
        QueryValue[]? current = null;
        long count = 0;
        foreach (var pair in _runs.Read())
        {
            if (current is null || current[0] != pair[0] || current[1] != pair[1])
            {
                Offer(results, current, count);
                (current, count) = (pair, 0);
            }

            count += pair[2].GetInt64();
        }

        Offer(results, current, count);
        return results;
    }

    private static void Offer(List<(QueryValue Value, long Count)> results, QueryValue[]? pair, long count)
    {
        if (pair is not null)
        {
            Offer(results, (int)pair[0].GetInt64(), pair[1], count);
        }
    }

    /// <summary>Updates the result of a group if a value is more frequent.</summary>
    private static void Offer(List<(QueryValue Value, long Count)> results, int group, in QueryValue value, long count)
    {
        while (results.Count <= group)
        {
            results.Add((QueryValue.Null, 0));
        }

        var best = results[group];
        if (count > best.Count || (count == best.Count && value.CompareTo(best.Value) < 0))
        {
            results[group] = (value, count);
        }
    }

    /// <summary>Represents the first row of a pair.</summary>
    /// <param name="Order">The <see cref="GroupCursor.Order"/> of the row.</param>
    /// <param name="Text">The value with its text, or null if all texts of the value are equal.</param>
    private readonly record struct First(long Order, QueryValue Text);
}
