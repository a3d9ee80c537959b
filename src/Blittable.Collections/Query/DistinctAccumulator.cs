using System.Numerics;
using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>Distinct scalars: a bit for each that a group has had.</summary>
internal sealed class DistinctAccumulator(PathPlan path) : Accumulator
{
    private readonly KeyTable _keys = new(path, KeyTable.MostDirect);
    private ulong[][] _seen = [[], []];
    private int[] _ids = [];

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
        if (group >= _seen.Length)
        {
            return 0;
        }

        // The bit of null is not counted.
        var seen = _seen[group];
        return MaskKernel.Count(seen) - (seen.Length > 0 ? (int)(seen[0] & 1) : 0);
    }

    private void See(int group, int id)
    {
        // Read, not referred to: a reference into an array of arrays is preceded by a comparison of their types.
        var seen = _seen[group];
        var word = id >> 6;
        if ((uint)word >= (uint)seen.Length)
        {
            Array.Resize(ref seen, Math.Max(2 * seen.Length, word + 1));
            _seen[group] = seen;
        }

        seen[word] |= 1UL << id;
    }

    /// <summary>Merges the values that another worker has seen under the same ids.</summary>
    private void SeeSame(int group, ulong[] theirs)
    {
        ref var seen = ref _seen[group];
        if (seen.Length < theirs.Length)
        {
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
