using System.Text;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Estimates the number of distinct scalars in each group.</summary>
internal sealed class ApproximateDistinctAccumulator(PathPlan path) : Accumulator
{
    /// <summary>Distinguish values with otherwise equal hashes: values of different kinds, and negative numbers such as -0.1 from other numbers.</summary>
    private const ulong StringSeed = 0x2545F4914F6CDD1D, DateSeed = 0x9E6C63D0876A9A47, BooleanSeed = 0xD6E8FEB86659FD93, NegativeSeed = 0xA5A3564E27F8862B;

    private DistinctSketch?[] _sketches = new DistinctSketch?[2];
    private ulong[] _hashes = [];
    private long _bytes;

    public override long EstimateBytes(int groupCount) => base.EstimateBytes(groupCount) + _bytes;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        _sketches = Grown(_sketches, groupCount);
        var values = cursor.Values(path);
        var rows = cursor.Selection.Count;
        if (values.HasOnlyStrings)
        {
            AddStrings(values.Strings(), groups);
            return;
        }

        if (values.HasOnlyNumbers && values.Numbers() is { AreMantissas: true } numbers)
        {
            for (var row = 0; row < rows; row++)
            {
                if (!numbers.IsNull(row))
                {
                    See(groups, row, IndexHash.Of(numbers.Mantissas[row], numbers.Scale) ^ (numbers.Mantissas[row] < 0 ? NegativeSeed : 0));
                }
            }

            return;
        }

        for (var row = 0; row < rows; row++)
        {
            if (values[row] is { Kind: not QueryValueKind.Null } value)
            {
                See(groups, row, Hash(value));
            }
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        _sketches = Grown(_sketches, groupCount);
        var theirs = ((ApproximateDistinctAccumulator)other)._sketches;
        for (var group = 1; group < Math.Min(groups.Length, theirs.Length); group++)
        {
            if (theirs[group] is { } sketch)
            {
                var ours = _sketches[groups[group]] ??= Start();
                var before = ours.Bytes;
                ours.Add(sketch);
                _bytes += ours.Bytes - before;
            }
        }
    }

    public override QueryValue Result(int group) => group < _sketches.Length && _sketches[group] is { } sketch ? sketch.Estimate() : 0;

    /// <summary>Adds strings, hashing each distinct string once.</summary>
    private void AddStrings(StringBatch strings, ReadOnlySpan<int> groups)
    {
        _hashes = _hashes.Length < strings.EntryCount ? new ulong[strings.EntryCount] : _hashes;
        _hashes.AsSpan(0, strings.EntryCount).Clear();
        var codes = strings.Codes;
        for (var row = 0; row < codes.Length; row++)
        {
            if (codes[row] == StringBatch.NullCode)
            {
                continue;
            }

            ref var hash = ref _hashes[codes[row]];
            hash = hash != 0 ? hash : IndexHash.Of(strings.Entry(codes[row])) ^ StringSeed;
            See(groups, row, hash);
        }
    }

    private void See(ReadOnlySpan<int> groups, int row, ulong hash)
    {
        var group = groups.IsEmpty ? 1 : groups[row];
        if (group != 0)
        {
            var sketch = _sketches[group] ??= Start();
            var before = sketch.Bytes;
            sketch.Add(Mix(hash));
            _bytes += sketch.Bytes - before;
        }
    }

    private DistinctSketch Start()
    {
        var sketch = new DistinctSketch();
        _bytes += sketch.Bytes;
        return sketch;
    }

    private static ulong Hash(in QueryValue value) => value.Kind switch
    {
        QueryValueKind.String or QueryValueKind.Json => IndexHash.Of(Encoding.UTF8.GetBytes(value.GetString())) ^ StringSeed,
        QueryValueKind.Number => IndexHash.Of(value.Number) ^ (value.Number.Sign < 0 ? NegativeSeed : 0),
        QueryValueKind.Date => IndexHash.Of(value.GetTimestamp()) ^ DateSeed,
        _ => (value.GetBoolean() ? 1UL : 2) ^ BooleanSeed,
    };

    /// <summary>Spreads the entropy of a hash over all of its bits (the finalizer of SplitMix64, public domain).</summary>
    private static ulong Mix(ulong hash)
    {
        hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9;
        hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EB;
        return hash ^ (hash >> 31);
    }
}
