using System.Runtime.InteropServices;
using Blittable.Collections.Query.Groups;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Finds the most frequent scalar of each group, or the smallest of several, by counting the rows of each pair of a group and a value.</summary>
/// <param name="path">The path.</param>
/// <param name="limit">The memory limit of the worker, in bytes.</param>
internal sealed class ModeAccumulator(PathPlan path, long limit) : Accumulator
{
    /// <summary>The estimated bytes per pair, excluding its text.</summary>
    private const int PairBytes = 120;

    private readonly Dictionary<long, Cell> _cells = [];
    private KeyTable _keys = new(path, 0, limit);
    private long _textBytes;
    private int[] _ids = [];

    /// <summary>The pairs that were spilled: group, value, number of rows, and order of the first row. Null if there are none.</summary>
    private RowRuns? _runs;

    /// <summary>The results of groups, after all values were added.</summary>
    private List<(QueryValue Value, long Count)>? _results;

    public override long ValueBytes => _cells.Count == 0 ? 0 : ((long)PairBytes * _cells.Count) + _textBytes + _keys.EstimatedBytes;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _results = null;
        var rows = cursor.Selection.Count;
        _ids = _ids.Length < rows ? new int[rows] : _ids;
        var ids = _ids.AsSpan(0, rows);
        _keys.Read(cursor, ids);
        for (var row = 0; row < rows; row++)
        {
            var group = groups.IsEmpty ? 1 : groups[row];
            if (group == 0 || ids[row] == 0)
            {
                continue;
            }

            ref var cell = ref CollectionsMarshal.GetValueRefOrAddDefault(_cells, PairOf(group, ids[row]), out var isKnown);
            cell.Count++;
            if (!isKnown)
            {
                cell.Order = cursor.Order;
                Take(ref cell, path.HasTexts ? cursor.Values(path)[row] : QueryValue.Null);
            }
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        _results = null;
        var theirs = (ModeAccumulator)other;
        foreach (var (pair, cell) in theirs._cells)
        {
            ref var ours = ref CollectionsMarshal.GetValueRefOrAddDefault(_cells, PairOf(groups[GroupOf(pair)], _keys.Intern(theirs._keys, IdOf(pair))), out var isKnown);
            ours.Count += cell.Count;
            if (!isKnown || cell.Order < ours.Order)
            {
                ours.Order = cell.Order;
                Take(ref ours, cell.Text);
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
        (_runs ??= CreateRuns()).AddSorted(Pairs());
        _cells.Clear();
        _keys = new KeyTable(path, 0, limit);
        _textBytes = 0;
    }

    public override void Dispose()
    {
        _runs?.Dispose();
        base.Dispose();
    }

    private static long PairOf(int group, int id) => ((long)group << 32) | (uint)id;

    private static int GroupOf(long pair) => (int)(pair >> 32);

    private static int IdOf(long pair) => (int)pair;

    private RowRuns CreateRuns() => new(4, limit, (left, right) =>
    {
        var order = left[0].CompareTo(right[0]);
        order = order != 0 ? order : left[1].CompareTo(right[1]);
        return order != 0 ? order : left[3].CompareTo(right[3]);
    });

    private void Take(ref Cell cell, in QueryValue text)
    {
        cell.Text = text;
        _textBytes += text.Kind == QueryValueKind.Null ? 0 : QueryValueCodec.EstimateBytes([text]);
    }

    private IEnumerable<QueryValue[]> Pairs() => _cells.Select(pair => (QueryValue[])
        [GroupOf(pair.Key), pair.Value.Text.Kind != QueryValueKind.Null ? pair.Value.Text : _keys[IdOf(pair.Key)], pair.Value.Count, pair.Value.Order]);

    private List<(QueryValue Value, long Count)> Find()
    {
        var results = new List<(QueryValue Value, long Count)>();
        if (_runs is null)
        {
            foreach (var pair in Pairs())
            {
                Offer(results, pair, pair[2].GetInt64());
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

    /// <summary>Updates the result of a group if a pair is more frequent.</summary>
    private static void Offer(List<(QueryValue Value, long Count)> results, QueryValue[]? pair, long count)
    {
        if (pair is null)
        {
            return;
        }

        var group = (int)pair[0].GetInt64();
        while (results.Count <= group)
        {
            results.Add((QueryValue.Null, 0));
        }

        var best = results[group];
        if (count > best.Count || (count == best.Count && pair[1].CompareTo(best.Value) < 0))
        {
            results[group] = (pair[1], count);
        }
    }

    /// <summary>Represents the rows of a group with one value, and the text of the first one, or null if all texts of the value are equal.</summary>
    private struct Cell
    {
        public long Count;
        public long Order;
        public QueryValue Text;
    }
}
