using System.Runtime.InteropServices;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Snapshots;

/// <summary>Accounts for every byte of a file: the blocks that a committed state uses, and the unused bytes between them.</summary>
internal sealed class SpaceMap
{
    private readonly List<(long Offset, long Length, CollectionSpaceUse Use, string Path)> _parts = [];

    /// <summary>Returns the space usage of a file, by use and path.</summary>
    /// <param name="snapshot">The state.</param>
    /// <param name="source">The file.</param>
    /// <exception cref="BlittableException">A directory is damaged, or two blocks share bytes.</exception>
    public static IReadOnlyList<CollectionSpace> Of(CollectionSnapshot snapshot, BlockSource source)
    {
        var map = new SpaceMap();
        for (var place = 0; place < Superblock.DataStart; place += Superblock.PlaceSize)
        {
            map.Add(place, Superblock.Size, CollectionSpaceUse.Superblocks);
            map.Add(place + Superblock.Size, Superblock.PlaceSize - Superblock.Size, CollectionSpaceUse.Padding);
        }

        foreach (var footer in snapshot.Footers.Blocks)
        {
            map.Add(footer, CollectionSpaceUse.Footers);
        }

        foreach (var dictionary in snapshot.State.Dictionaries)
        {
            map.Add(dictionary.Block, CollectionSpaceUse.Dictionaries);
        }

        foreach (var stripe in snapshot.Stripes)
        {
            map.Add(stripe.Reference, stripe.Directory, source);
        }

        var end = Math.Min(snapshot.Superblock.End, source.Length);
        return map.Sum(end, source.Length);
    }

    private void Add(StripeReference stripe, StripeDirectory directory, BlockSource source)
    {
        Add(stripe.Deleted.Mask, CollectionSpaceUse.DeletedRows);
        Add(stripe.Directory, CollectionSpaceUse.Directories);
        directory.ForEachBlock((block, use, path) => Add(block, use, path));
        var markOffset = stripe.Origin + stripe.Length;
        var markLength = StripeMark.LengthAt(source, markOffset);
        Add(markOffset, markLength, CollectionSpaceUse.Marks);
        if (StripeMark.TryGetCopy(stripe, markLength, out var copy))
        {
            Add(markOffset + markLength, copy.Offset - markOffset - markLength, CollectionSpaceUse.Padding);
            Add(copy, CollectionSpaceUse.DirectoryCopies);
        }
    }

    private void Add(in BlockReference block, CollectionSpaceUse use, string path = "") => Add(block.Offset, block.StoredLength, use, path);

    private void Add(long offset, long length, CollectionSpaceUse use, string path = "")
    {
        if (length > 0)
        {
            _parts.Add((offset, length, use, path));
        }
    }

    private IReadOnlyList<CollectionSpace> Sum(long committed, long length)
    {
        var sums = new Dictionary<(CollectionSpaceUse Use, string Path), (long Bytes, int Blocks)>();
        _parts.Sort((one, other) => one.Offset.CompareTo(other.Offset));
        long position = 0;
        foreach (var (offset, bytes, use, path) in _parts)
        {
            if (offset < position)
            {
                Blittable.Layout.ThrowHelper.InvalidData($"a block after byte {position}", $"a block at byte {offset}", offset);
            }

            Count(CollectionSpaceUse.Replaced, "", offset - position);
            Count(use, path, bytes);
            position = offset + bytes;
        }

        Count(CollectionSpaceUse.Replaced, "", Math.Max(0, committed - position));
        Count(CollectionSpaceUse.Uncommitted, "", length - Math.Max(committed, position));
        return [.. sums.Select(sum => new CollectionSpace(sum.Key.Use, sum.Key.Path, sum.Value.Bytes, sum.Value.Blocks)).OrderBy(sum => sum.Use)];

        void Count(CollectionSpaceUse use, string path, long bytes)
        {
            if (bytes > 0)
            {
                ref var sum = ref CollectionsMarshal.GetValueRefOrAddDefault(sums, (use, path), out _);
                sum = (sum.Bytes + bytes, sum.Blocks + 1);
            }
        }
    }
}
