using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Collections.Query.Groups;
using Blittable.Collections.Query.Rows;
using Blittable.Columns;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Counts distinct scalars with one bit per group and scalar.</summary>
/// <param name="path">The path.</param>
/// <param name="limit">The memory limit of the worker, in bytes.</param>
internal sealed class DistinctAccumulator(PathPlan path, long limit) : Accumulator
{
    private KeyTable _keys = new(path, KeyTable.MostDirect, limit);
    private ulong[][] _seen = [[], []];
    private long _words;
    private int[] _ids = [];

    /// <summary>The values that were spilled, or null if there are none.</summary>
    private ValueRuns? _runs;

    /// <summary>The results of groups, after all spilled values were read.</summary>
    private long[]? _counts;

    public override long ValueBytes => _words == 0 ? 0 : (sizeof(ulong) * _words) + _keys.EstimatedBytes;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        Grow(groupCount);
        if (_ids.Length < cursor.Selection.Count)
        {
            _ids = new int[cursor.Selection.Count];
        }

        var ids = _ids.AsSpan(0, cursor.Selection.Count);
        _keys.Read(cursor, ids);
        for (var row = 0; row < ids.Length; row++)
        {
            See(groups.IsEmpty ? 1 : groups[row], ids[row]);
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        Grow(groupCount);
        var theirs = (DistinctAccumulator)other;
        if (theirs._runs is not null)
        {
            (_runs ??= new ValueRuns()).Add(theirs._runs, groups);
        }

        int[] ids = _keys.AreDistances ? [] : [.. Enumerable.Range(0, theirs._keys.Last + 1).Select(id => _keys.Intern(theirs._keys, id))];
        for (var group = 1; group < Math.Min(groups.Length, theirs._seen.Length); group++)
        {
            if (_keys.AreDistances)
            {
                SeeSame(groups[group], theirs._seen[group]);
                continue;
            }

            var seen = theirs._seen[group];
            for (var word = 0; word < seen.Length; word++)
            {
                for (var bits = seen[word]; bits != 0; bits &= bits - 1)
                {
                    See(groups[group], ids[(word * MaskKernel.WordRows) + BitOperations.TrailingZeroCount(bits)]);
                }
            }
        }
    }

    public override QueryValue Result(int group)
    {
        if (_runs is not null)
        {
            _counts ??= CountRuns(_runs);
            return _counts[group];
        }

        if (group >= _seen.Length)
        {
            return 0;
        }

        // Exclude the bit of null.
        var seen = _seen[group];
        return MaskKernel.Count(seen) - (seen.Length > 0 ? (int)(seen[0] & 1) : 0);
    }

    /// <summary>Spills the values in ascending order, each with the groups that have it.</summary>
    public override void SpillValues()
    {
        var any = new ulong[_seen.Max(seen => seen.Length)];
        foreach (var seen in _seen.AsSpan(1))
        {
            for (var word = 0; word < seen.Length; word++)
            {
                any[word] |= seen[word];
            }
        }

        int[] ids = [.. Ids(any)];
        var values = Array.ConvertAll(ids, id => _keys[id]);
        Array.Sort(values, ids);
        var ranks = new int[any.Length * MaskKernel.WordRows];
        for (var rank = 0; rank < ids.Length; rank++)
        {
            ranks[ids[rank]] = rank;
        }

        var entries = new List<long>();
        for (var group = 1; group < _seen.Length; group++)
        {
            foreach (var id in Ids(_seen[group]))
            {
                entries.Add(((long)ranks[id] << 32) | (uint)group);
            }
        }

        entries.Sort();
        (_runs ??= new ValueRuns()).Add(entries.Select(entry => (values[(int)(entry >> 32)], (int)entry)));
        _keys = new KeyTable(path, KeyTable.MostDirect, limit);
        _seen.AsSpan().Fill([]);
        _words = 0;
    }

    public override void Dispose()
    {
        _runs?.Dispose();
        base.Dispose();
    }

    /// <summary>Returns the ids of set bits, excluding null.</summary>
    private static IEnumerable<int> Ids(ulong[] seen)
    {
        for (var word = 0; word < seen.Length; word++)
        {
            for (var bits = word == 0 ? seen[0] & ~1UL : seen[word]; bits != 0; bits &= bits - 1)
            {
                yield return (word * MaskKernel.WordRows) + BitOperations.TrailingZeroCount(bits);
            }
        }
    }

    /// <summary>Counts each spilled value once for each group that has it.</summary>
    private long[] CountRuns(ValueRuns runs)
    {
        SpillValues();
        var counts = new long[_seen.Length];
        var last = new long[_seen.Length];
        QueryValue? current = null;
        long number = 0;
        foreach (var (value, group) in runs.Read())
        {
            if (current is not { } before || before != value)
            {
                (current, number) = (value, number + 1);
            }

            counts[group] += last[group] == number ? 0 : 1;
            last[group] = number;
        }

        return counts;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void See(int group, int id)
    {
        // Load a copy instead of a reference: taking a reference into a jagged array adds a type check.
        var seen = _seen[group];
        var word = id >> 6;
        if ((uint)word >= (uint)seen.Length)
        {
            seen = GrowSeen(group, word);
        }

        seen[word] |= 1UL << id;
    }

    private ulong[] GrowSeen(int group, int word)
    {
        var seen = _seen[group];
        _words -= seen.Length;
        Array.Resize(ref seen, Math.Max(2 * seen.Length, word + 1));
        _words += seen.Length;
        _seen[group] = seen;
        return seen;
    }

    /// <summary>Merges the values of another worker with the same ids.</summary>
    private void SeeSame(int group, ulong[] theirs)
    {
        ref var seen = ref _seen[group];
        if (seen.Length < theirs.Length)
        {
            _words += theirs.Length - seen.Length;
            Array.Resize(ref seen, theirs.Length);
        }

        for (var word = 0; word < theirs.Length; word++)
        {
            seen[word] |= theirs[word];
        }
    }

    private void Grow(int groupCount)
    {
        var before = _seen.Length;
        _seen = Grown(_seen, groupCount);
        _seen.AsSpan(before).Fill([]);
    }
}
