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
            Add(values, groups);
            return;
        }

        ref readonly var at = ref path[cursor.StripeIndex];
        if (at.Coverage == PathCoverage.Absent)
        {
            return;
        }

        // Another aggregate of the path has often read its numbers. Otherwise, the states of rows are smaller.
        if (values.HasReadNumbers)
        {
            Add(values, groups);
            return;
        }

        var words = MaskKernel.Words(cursor.Selection.Rows);
        (_bits, _selected) = _bits.Length < words ? (new ulong[words], new ulong[words]) : (_bits, _selected);
        var bits = _bits.AsSpan(0, words);
        cursor.Selection.Mask.CopyTo(bits);
        NodeStates.Keep(at.Node!, cursor, bits, state => state is >= NodeState.Number and <= NodeState.Boolean);
        cursor.Selection.Compress(bits, _selected);
        Add(_selected.AsSpan(0, MaskKernel.Words(values.Count)), groups);
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

    private void Add(PathValues values, ReadOnlySpan<int> groups)
    {
        if (values.Validity() is { IsEmpty: false } validity)
        {
            Add(validity, groups);
        }
        else
        {
            AddRows(values.Count, groups);
        }
    }

    /// <summary>Adds the rows whose bit is set.</summary>
    private void Add(ReadOnlySpan<ulong> validity, ReadOnlySpan<int> groups)
    {
        if (groups.IsEmpty)
        {
            _counts[1] += MaskKernel.Count(validity);
            return;
        }

        var counts = _counts;
        for (var row = 0; row < groups.Length; row++)
        {
            counts[groups[row]] += (long)(validity[row >> 6] >> row) & 1;
        }
    }

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
