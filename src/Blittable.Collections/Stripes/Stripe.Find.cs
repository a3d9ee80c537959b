using System.Buffers;
using System.Runtime.InteropServices;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes.Indexes;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Stripes;

/// <content>Search for rows by the value at a path.</content>
internal sealed partial class Stripe
{
    /// <summary>The number of rows or blocks of rows to prefetch ahead.</summary>
    private const int PrefetchDistance = 4;

    /// <summary>The limit up to which integers have distinct doubles.</summary>
    private const double MostExact = 1L << 53;

    /// <summary>The number of keys whose candidate rows are collected before they are compared.</summary>
    private const int KeysAtOnce = 256;

    /// <summary>The maximum number of candidates that are compared to find the chunk groups of a key.</summary>
    private const int MostCandidates = 64;

    /// <summary>Adds the rows of the stripe whose value at a path is one of the keys, including deleted rows, in no particular order.</summary>
    public void Find(BlittablePath path, ReadOnlySpan<CollectionKey> keys, List<int> rows)
    {
        switch (Resolve(path, out var node))
        {
            case PathCoverage.Absent:
                return;

            // Below an array, the rows of a column are elements.
            case PathCoverage.Columns when path.HasWildcard:
            case PathCoverage.Documents:
                FindInDocuments(path, [.. keys], rows);
                return;
        }

        var index = IndexOf(node!);
        foreach (var column in (ReadOnlySpan<StripeColumn?>)[node!.Numbers, node.Strings])
        {
            if (column is not null)
            {
                FindInColumn(path, column, index, keys, rows);
            }
        }

        if (node.Dates is { } dates)
        {
            foreach (ref readonly var key in keys)
            {
                FindDate(dates, key, rows);
            }
        }
    }

    /// <summary>Determines whether a node has an index that refers to rows.</summary>
    public bool IsHashed(StripeNode node) => IndexOf(node) is { Kind: IndexKind.Hashed };

    /// <summary>Lists the chunk groups that may have a key at a node with an index.</summary>
    /// <returns>The groups, in ascending order; null if so many rows may have the key that reading the column costs less.</returns>
    public List<int>? FindGroups(BlittablePath path, StripeNode node, CollectionKey key)
    {
        var index = IndexOf(node)!;
        var block = OpenIndex(index);
        ReadMeter.Count(_source, index.Block);
        scoped var starts = new ColumnReader<long>(block.Span, verify: false);
        scoped var units = UnitsOf(block, index, starts.Rows);
        var bucket = StripeIndex.Bucket(key.Hash, index.BucketBits);
        starts.TryGet(bucket, out var first);
        starts.TryGet(bucket + 1, out var end);
        CheckBucket(first, end, units.Rows);
        if (end - first > MostCandidates || (key.IsText ? node.Strings : node.Numbers) is not { } column)
        {
            return null;
        }

        // The units of a bucket are in ascending order.
        var (groups, rows) = (new List<int>(), new List<int>());
        for (; first < end; first++)
        {
            units.TryGet((int)first, out var unit);
            var (group, start, count) = new IndexUnits(ChunkRows, index.AreBlocks).Rows(CheckedUnit(unit, index.AreBlocks));
            if (groups.Count > 0 && groups[^1] == group)
            {
                continue;
            }

            // Several numbers can share a double, and only documents tell them apart.
            var isDouble = column.Chunk(group).Format == ChunkFormat.Double;
            if (!isDouble)
            {
                FindInRange(path, column, group, start, Math.Min(count, GroupRows(group) - start), key, rows);
            }

            if (isDouble || rows.Count > 0)
            {
                groups.Add(group);
                rows.Clear();
            }
        }

        return groups;
    }

    /// <summary>Reads all indexes and large membership filters, verifying their checksums.</summary>
    public void OpenIndexes()
    {
        foreach (var index in Directory.Indexes)
        {
            if (index.Kind == IndexKind.Hashed)
            {
                OpenIndex(index);
            }
        }

        foreach (var node in Directory.Nodes)
        {
            node.OpenFilters();
        }
    }

    private StripeIndex? IndexOf(StripeNode node)
    {
        foreach (var index in Directory.Indexes)
        {
            if (index.Node == node.Number)
            {
                return index;
            }
        }

        return null;
    }

    private ReadOnlyMemory<byte> OpenIndex(StripeIndex index) => Indexes.TryGet(index.Node, out var block)
        ? block
        : Indexes.Open(index.Node, index.Block, $"the index of {Directory.Nodes[index.Node].Path}");

    private void FindInColumn(BlittablePath path, StripeColumn column, StripeIndex? index, ReadOnlySpan<CollectionKey> keys, List<int> rows)
    {
        if (index is { Kind: IndexKind.Hashed })
        {
            FindHashed(path, column, index, keys, rows);
            return;
        }

        foreach (ref readonly var key in keys)
        {
            if (key.IsText != (column.Kind == ColumnKind.String))
            {
                continue;
            }

            if (index is not null)
            {
                // Sorted indexes contain only 64-bit integers.
                if (key.TryGetInteger(out var integer))
                {
                    FindSorted(column, integer, rows);
                }

                continue;
            }

            var hash = key.Hash;
            for (var group = 0; group < GroupCount; group++)
            {
                if (column.MayContain(group, hash))
                {
                    FindInRange(path, column, group, 0, GroupRows(group), key, rows);
                }
            }
        }
    }

    private void FindSorted(StripeColumn column, long value, List<int> rows)
    {
        int first = 0, last = GroupCount;
        while (first < last)
        {
            var middle = (first + last) / 2;
            (first, last) = column.Chunk(middle).Max < value ? (middle + 1, last) : (first, middle);
        }

        for (; first < GroupCount && column.Chunk(first).Min <= value; first++)
        {
            FindSorted(column, first, value, rows);
        }
    }

    private void FindSorted(StripeColumn column, int group, long value, List<int> rows)
    {
        // The first value that is not below the key is in the last block that starts below the key, or starts the next block. Comparing first values of
        // blocks is cheapest.
        scoped var reader = new ColumnReader<long>(column.Open(group).Span, verify: false);
        if (reader.Rows != GroupRows(group))
        {
            ThrowHelper.InvalidData($"a chunk of {GroupRows(group)} keys in chunk group {group}", $"{reader.Rows} keys");
        }

        int first = 0, last = (reader.Rows - 1) / IntegerEncoder.BlockValues;
        while (first < last)
        {
            var middle = (first + last + 1) / 2;
            reader.TryGet(middle * IntegerEncoder.BlockValues, out var found);
            (first, last) = found < value ? (middle, last) : (first, middle - 1);
        }

        Span<long> values = stackalloc long[IntegerEncoder.BlockValues];
        reader.Seek(first * IntegerEncoder.BlockValues);
        for (var row = reader.Position; reader.ReadBatch(values) is var read and > 0 && values[0] <= value; row = reader.Position)
        {
            for (var i = values[..read].IndexOf(value); (uint)i < (uint)read && values[i] == value; i++)
            {
                rows.Add((group * ChunkRows) + row + i);
            }

            if (values[read - 1] > value)
            {
                break;
            }
        }
    }

    /// <summary>Collects the index entries of many keys first, so rows are compared in order and prefetched.</summary>
    private void FindHashed(BlittablePath path, StripeColumn column, StripeIndex index, ReadOnlySpan<CollectionKey> keys, List<int> rows)
    {
        var candidates = new List<long>();
        for (var first = 0; first < keys.Length; first += KeysAtOnce)
        {
            var some = keys[first..Math.Min(keys.Length, first + KeysAtOnce)];
            candidates.Clear();
            AddUnits(index, some, column.Kind == ColumnKind.String, candidates);
            candidates.Sort();
            Compare(path, column, index, CollectionsMarshal.AsSpan(candidates), some, rows);
        }
    }

    /// <summary>Adds the units whose rows may have one of the keys. Each unit is stored in the bits above the index of its key.</summary>
    private void AddUnits(StripeIndex index, ReadOnlySpan<CollectionKey> keys, bool areTexts, List<long> candidates)
    {
        var block = OpenIndex(index);
        scoped var starts = new ColumnReader<long>(block.Span, verify: false);
        scoped var units = UnitsOf(block, index, starts.Rows);

        // Read the bounds of all buckets first, then their contents, so cache misses overlap.
        Span<int> places = stackalloc int[2 * KeysAtOnce];
        Span<long> bounds = stackalloc long[2 * KeysAtOnce];
        Span<int> numbers = stackalloc int[KeysAtOnce];
        var count = 0;
        for (var key = 0; key < keys.Length; key++)
        {
            if (keys[key].IsText == areTexts)
            {
                places[2 * count] = StripeIndex.Bucket(keys[key].Hash, index.BucketBits);
                places[(2 * count) + 1] = places[2 * count] + 1;
                numbers[count++] = key;
            }
        }

        starts.Gather(places[..(2 * count)], bounds);
        long total = 0;
        for (var i = 0; i < count; i++)
        {
            var (start, end) = (bounds[2 * i], bounds[(2 * i) + 1]);
            total += end - start;
            CheckBucket(start, end, units.Rows, total);
        }

        var pointers = ArrayPool<int>.Shared.Rent((int)total);
        var found = ArrayPool<long>.Shared.Rent((int)total);
        var next = 0;
        for (var i = 0; i < count; i++)
        {
            for (var unit = bounds[2 * i]; unit < bounds[(2 * i) + 1]; unit++)
            {
                pointers[next++] = (int)unit;
            }
        }

        units.Gather(pointers.AsSpan(0, next), found);
        next = 0;
        for (var i = 0; i < count; i++)
        {
            for (var left = bounds[(2 * i) + 1] - bounds[2 * i]; left > 0; left--)
            {
                candidates.Add(CheckedUnit(found[next++], index.AreBlocks) << 32 | (uint)numbers[i]);
            }
        }

        ArrayPool<int>.Shared.Return(pointers);
        ArrayPool<long>.Shared.Return(found);
    }

    /// <summary>Opens the units of an index, after the starts of its buckets.</summary>
    private static ColumnReader<long> UnitsOf(ReadOnlyMemory<byte> block, StripeIndex index, int starts)
    {
        if (starts != (1 << index.BucketBits) + 1)
        {
            ThrowHelper.InvalidData($"an index of {1 << index.BucketBits} buckets", $"{starts - 1}");
        }

        return new ColumnReader<long>(block.Span[ColumnHeader.LengthOf(block.Span)..], verify: false);
    }

    private static void CheckBucket(long start, long end, int units, long total = 0)
    {
        if (start < 0 || end < start || end > units || total > Array.MaxLength)
        {
            ThrowHelper.InvalidData($"a bucket within {units} units", $"units {start} to {end}");
        }
    }

    /// <summary>Verifies that a unit is within the stripe.</summary>
    private long CheckedUnit(long unit, bool areBlocks)
    {
        var (group, first, _) = new IndexUnits(ChunkRows, areBlocks).Rows(unit);
        if (unit is < 0 or > int.MaxValue || group >= GroupCount || first >= GroupRows(group))
        {
            ThrowHelper.InvalidData($"rows within {Rows}", $"unit {unit} of an index");
        }

        return unit;
    }

    private void Compare(
        BlittablePath path, StripeColumn column, StripeIndex index, ReadOnlySpan<long> candidates, ReadOnlySpan<CollectionKey> keys, List<int> rows)
    {
        var map = new IndexUnits(ChunkRows, index.AreBlocks);
        for (var i = 0; i < candidates.Length + PrefetchDistance; i++)
        {
            if (i < candidates.Length)
            {
                var (group, first, _) = map.Rows(candidates[i] >> 32);
                column.Prefetch(group, [first], GroupRows(group));
            }

            if (i >= PrefetchDistance)
            {
                var candidate = candidates[i - PrefetchDistance];
                var (group, first, count) = map.Rows(candidate >> 32);
                FindInRange(path, column, group, first, Math.Min(count, GroupRows(group) - first), keys[(int)candidate], rows);
            }
        }
    }
}
