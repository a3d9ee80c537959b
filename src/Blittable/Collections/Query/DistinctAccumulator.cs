using System.Numerics;
using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>Distinct scalars: a bit for each that a group has had.</summary>
internal sealed class DistinctAccumulator(PathPlan path) : Accumulator
{
    /// <summary>Numbers the scalars. None for integers close to each other: they are their own ids, one more than the distance from the least.</summary>
    private readonly KeyTable? _keys = path.HasOnlyExactNumbers && path.Numbers.Span <= KeyTable.MostDirect ? null : new(path);
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
        if (_keys is null)
        {
            ReadDirect(cursor.Values(path).Numbers(), ids);
        }
        else
        {
            _keys.Read(cursor, ids);
        }

        for (var row = 0; row < ids.Length; row++)
        {
            See(groups.IsEmpty ? 1 : groups[row], ids[row]);
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        Grow(groupCount);
        var theirs = (DistinctAccumulator)other;
        var ids = _keys is null ? [] : Enumerable.Range(0, theirs._keys!.Last + 1).Select(id => _keys.Intern(theirs._keys, id)).ToArray();

        for (var group = 1; group < Math.Min(groups.Length, theirs._seen.Length); group++)
        {
            var seen = theirs._seen[group];
            for (var word = 0; word < seen.Length; word++)
            {
                for (var bits = seen[word]; bits != 0; bits &= bits - 1)
                {
                    var id = (word * MaskKernel.WordRows) + BitOperations.TrailingZeroCount(bits);
                    See(groups[group], _keys is null ? id : ids[id]);
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

    private void ReadDirect(NumberVector numbers, Span<int> ids)
    {
        var mantissas = numbers.Mantissas;
        var before = path.Numbers.Min - 1;
        for (var row = 0; row < ids.Length; row++)
        {
            ids[row] = (int)(mantissas[row] - before);
        }

        for (var row = 0; numbers.HasNulls && row < ids.Length; row++)
        {
            ids[row] = numbers.IsNull(row) ? 0 : ids[row];
        }
    }

    private void See(int group, int id)
    {
        ref var seen = ref _seen[group];
        if (id >> 6 >= seen.Length)
        {
            Array.Resize(ref seen, Math.Max(2 * seen.Length, (id >> 6) + 1));
        }

        seen[id >> 6] |= 1UL << id;
    }

    private void Grow(int groupCount)
    {
        var before = _seen.Length;
        _seen = Grown(_seen, groupCount);
        _seen.AsSpan(before).Fill([]);
    }
}
