using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Counts rows, or rows with a non-null scalar at a path.</summary>
internal sealed class CountAccumulator(PathPlan? path) : Accumulator
{
    private long[] _counts = new long[2];
    private ulong[] _bits = [];
    private ulong[] _selected = [];

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _counts = Grown(_counts, groupCount);
        if (path is null)
        {
            AddRows(cursor.Selection.Count, groups);
            return;
        }

        var values = cursor.Values(path);
        if (values.AreDocuments || cursor.IsUnnested || path.Expression is not null)
        {
            for (var row = 0; row < values.Count; row++)
            {
                _counts[groups.IsEmpty ? 1 : groups[row]] += values.IsNull(row) ? 0 : 1;
            }

            return;
        }

        ref readonly var at = ref path[cursor.StripeIndex];
        if (at.Coverage == PathCoverage.Absent)
        {
            return;
        }

        var words = MaskKernel.Words(cursor.Selection.Rows);
        (_bits, _selected) = _bits.Length < words ? (new ulong[words], new ulong[words]) : (_bits, _selected);
        var bits = _bits.AsSpan(0, words);
        cursor.Selection.Mask.CopyTo(bits);
        NodeStates.Keep(at.Node!, cursor, bits, state => state is >= NodeState.Number and <= NodeState.Boolean);
        if (groups.IsEmpty)
        {
            _counts[1] += MaskKernel.Count(bits);
            return;
        }

        cursor.Selection.Compress(bits, _selected);
        for (var row = 0; row < groups.Length; row++)
        {
            _counts[groups[row]] += (long)(_selected[row >> 6] >> row) & 1;
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        _counts = Grown(_counts, groupCount);
        var counts = ((CountAccumulator)other)._counts;
        for (var group = 1; group < Math.Min(groups.Length, counts.Length); group++)
        {
            _counts[groups[group]] += counts[group];
        }
    }

    public override QueryValue Result(int group) => group < _counts.Length ? _counts[group] : 0;

    private void AddRows(int rows, ReadOnlySpan<int> groups)
    {
        if (groups.IsEmpty)
        {
            _counts[1] += rows;
            return;
        }

        var counts = _counts;
        foreach (var group in groups)
        {
            counts[group]++;
        }
    }
}
