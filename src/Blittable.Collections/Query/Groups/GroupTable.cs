using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Groups;

/// <summary>Represents the groups seen by one worker: the distinct combinations of scalars at some paths, numbered from 1.</summary>
internal sealed class GroupTable
{
    /// <summary>The maximum number of combinations of two ids that are looked up without hashing.</summary>
    private const int MostDirect = 1 << 16;

    /// <summary>The maximum number of possible integers that are used as groups directly, for a single key. Most of these groups may then have no
    /// rows.</summary>
    private const ulong MostDistances = 1 << 16;

    /// <summary>The bytes of the memory limit per integer that is used as a group directly.</summary>
    private const int DistanceBytes = 1 << 10;

    /// <summary>The bytes of the memory limit per combination that is looked up without hashing.</summary>
    private const int DirectBytes = 1 << 6;

    private readonly IReadOnlyList<PathPlan> _paths;
    private readonly KeyTable[] _keys;

    /// <summary>For each key whose equal scalars may have different texts, the text of the first row of each group; for other keys, null.</summary>
    private readonly QueryValue[]?[] _texts;
    private readonly bool _hasTexts;

    /// <summary>For each path after the first, the pairs of a combination of previous paths and an id of the path. The number of a pair is the next
    /// combination.</summary>
    private readonly PairTable[] _pairs;
    private int[] _groups = [];
    private int[] _ids = [];
    private long[] _rows = new long[2];

    /// <summary>For each group, the <see cref="GroupCursor.Order"/> of its first row.</summary>
    private long[] _orders = [];

    /// <summary>The estimated bytes of the texts.</summary>
    private long _textBytes;

    /// <param name="paths">The keys.</param>
    /// <param name="limit">The memory limit of the worker, in bytes.</param>
    public GroupTable(IReadOnlyList<PathPlan> paths, long limit)
    {
        _paths = paths;
        _texts = [.. paths.Select(path => path.HasTexts ? new QueryValue[2] : null)];
        _hasTexts = _texts.AsSpan().ContainsAnyExcept((QueryValue[]?)null);
        _keys = [.. paths.Select(path => new KeyTable(path, paths.Count == 1 && !_hasTexts ? Math.Min(MostDistances, (ulong)limit / DistanceBytes) : 0, limit))];
        _pairs = [.. paths.Skip(1).Select(_ => new PairTable((int)Math.Min(MostDirect, limit / DirectBytes)))];
    }

    /// <summary>Gets the greatest group number. Some groups may have no rows.</summary>
    public int Last => _pairs.Length == 0 ? _keys[0].Last + 1 : _pairs[^1].Count;

    /// <summary>Gets the estimated bytes of all groups.</summary>
    public long EstimatedBytes =>
        _keys.Sum(key => key.EstimatedBytes) + (sizeof(long) * ((long)_rows.Length + _orders.Length)) + _pairs.Sum(pairs => pairs.EstimatedBytes) + _textBytes;

    /// <summary>Gets the number of keys.</summary>
    public int KeyCount => _keys.Length;

    /// <summary>Returns the number of rows in a group.</summary>
    public long Rows(int group) => group < _rows.Length ? _rows[group] : 0;

    /// <summary>Returns the group of each selected row, valid until the next call.</summary>
    public ReadOnlySpan<int> Read(GroupCursor cursor)
    {
        var count = cursor.Selection.Count;
        var before = Last;
        if (_groups.Length < count)
        {
            (_groups, _ids) = (new int[count], new int[count]);
        }

        var groups = _groups.AsSpan(0, count);
        _keys[0].Read(cursor, groups);
        CodeKernel.Increment(groups);

        var ids = _ids.AsSpan(0, count);
        for (var i = 0; i < _pairs.Length; i++)
        {
            var first = i == 0 ? _keys[0].Last + 1 : _pairs[i - 1].Count;
            _keys[i + 1].Read(cursor, ids);
            _pairs[i].Combine(groups, first, ids, _keys[i + 1].Last);
        }

        if (_rows.Length <= Last)
        {
            Array.Resize(ref _rows, Math.Max(Last + 1, 2 * _rows.Length));
        }

        if (_hasTexts && Last > before)
        {
            TakeTexts(cursor, groups, before);
        }

        GroupKernel.Count(groups, Last, _rows);
        return groups;
    }

    /// <summary>Returns a key of a group.</summary>
    public QueryValue Key(int group, int index)
    {
        if (_texts[index] is { } texts && texts[group].Kind != QueryValueKind.Null)
        {
            return texts[group];
        }

        return _keys[index][IdOf(group, index)];
    }

    /// <summary>Compares a key of a group with a text, if it is a string.</summary>
    public bool TryCompareText(int group, int index, ReadOnlySpan<byte> text, out int order)
    {
        order = 0;
        return _texts[index] is null && _keys[index].TryCompareText(IdOf(group, index), text, out order);
    }

    /// <summary>Merges the groups and rows of another worker.</summary>
    /// <returns>For each of its groups, the number here; element 0 is unused.</returns>
    public int[] Merge(GroupTable other)
    {
        // Merge the combinations of the first path, then the combinations of the first two, and so on.
        var map = new int[other._keys[0].Last + 2];
        for (var id = 0; id <= other._keys[0].Last; id++)
        {
            map[id + 1] = _keys[0].Intern(other._keys[0], id) + 1;
        }

        for (var i = 0; i < _pairs.Length; i++)
        {
            var next = new int[other._pairs[i].Count + 1];
            for (var group = 1; group < next.Length; group++)
            {
                var (before, id) = other._pairs[i][group];
                next[group] = _pairs[i].Number(map[before], _keys[i + 1].Intern(other._keys[i + 1], id));
            }

            map = next;
        }

        if (_rows.Length <= Last)
        {
            Array.Resize(ref _rows, Last + 1);
        }

        if (_hasTexts)
        {
            MergeTexts(other, map);
        }

        for (var group = 1; group < map.Length; group++)
        {
            _rows[map[group]] += other.Rows(group);
        }

        return map;
    }

    /// <summary>Returns the id of a key of a group.</summary>
    private int IdOf(int group, int index)
    {
        for (var i = _keys.Length - 1; i > 0; i--)
        {
            (group, var id) = _pairs[i - 1][group];
            if (i == index)
            {
                return id;
            }
        }

        return group - 1;
    }

    /// <summary>Stores the texts of the first rows of new groups.</summary>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="groups">The group of each row.</param>
    /// <param name="before">The greatest group number before these rows.</param>
    private void TakeTexts(GroupCursor cursor, ReadOnlySpan<int> groups, int before)
    {
        GrowTexts();
        for (var row = 0; row < groups.Length; row++)
        {
            var group = groups[row];
            if (group > before && _orders[group] == 0)
            {
                _orders[group] = cursor.Order + 1;
                for (var key = 0; key < _texts.Length; key++)
                {
                    if (_texts[key] is { } texts)
                    {
                        texts[group] = cursor.Values(_paths[key])[row];
                        _textBytes += QueryValueCodec.EstimateBytes(texts.AsSpan(group, 1));
                    }
                }
            }
        }
    }

    private void MergeTexts(GroupTable other, int[] map)
    {
        GrowTexts();
        for (var group = 1; group < Math.Min(map.Length, other._orders.Length); group++)
        {
            var ours = map[group];
            if (other._orders[group] != 0 && (_orders[ours] == 0 || other._orders[group] < _orders[ours]))
            {
                _orders[ours] = other._orders[group];
                for (var key = 0; key < _texts.Length; key++)
                {
                    if (_texts[key] is { } texts)
                    {
                        texts[ours] = other._texts[key]![group];
                        _textBytes += QueryValueCodec.EstimateBytes(texts.AsSpan(ours, 1));
                    }
                }
            }
        }
    }

    private void GrowTexts()
    {
        if (_orders.Length > Last)
        {
            return;
        }

        var length = Math.Max(Last + 1, 2 * _orders.Length);
        Array.Resize(ref _orders, length);
        for (var key = 0; key < _texts.Length; key++)
        {
            if (_texts[key] is not null)
            {
                Array.Resize(ref _texts[key], length);
            }
        }
    }
}
