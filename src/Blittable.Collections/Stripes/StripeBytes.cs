using Blittable.Collections.Storage;
using Blittable.Layout;

namespace Blittable.Collections.Stripes;

/// <summary>Reads the bytes of whole stripes. All offsets in a stripe are relative to its start, so its bytes can be copied to another location.</summary>
internal static class StripeBytes
{
    /// <summary>The maximum number of bytes read at once between two blocks.</summary>
    private const int MostBytes = 1 << 20;

    /// <summary>Reads the bytes of a stripe, from the first block to the directory, piece by piece.</summary>
    /// <exception cref="BlittableException">A block does not match its checksum, or blocks overlap.</exception>
    public static IEnumerable<ReadOnlyMemory<byte>> Read(BlockSource source, StripeReference stripe)
    {
        var blocks = new List<BlockReference> { stripe.Directory };
        StripeDirectory.Read(source, stripe).ForEachBlock((block, _, _) => blocks.Add(block));
        var position = stripe.Origin;
        foreach (var block in blocks.Where(block => block.StoredLength > 0).DistinctBy(block => block.Offset).OrderBy(block => block.Offset))
        {
            if (block.Offset < position)
            {
                ThrowHelper.InvalidData($"a block after byte {position}", $"a block at byte {block.Offset}", block.Offset);
            }

            while (position < block.Offset)
            {
                var gap = (int)Math.Min(MostBytes, block.Offset - position);
                yield return source.ReadChecked(position, gap, "a stripe");
                position += gap;
            }

            yield return source.ReadStored(block, "a block of a stripe");
            position += block.StoredLength;
        }
    }
}
