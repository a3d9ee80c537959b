using Blittable.Collections.Storage;
using Blittable.Collections.Stripes.Writing;
using Blittable.Layout;

namespace Blittable.Collections.Stripes.Indexes;

/// <summary>Represents an index of a stripe, as described by its directory.</summary>
/// <remarks>
/// <code>
/// varint  node
/// u8      kind (<see cref="IndexKind"/>); nothing follows for a sorted index
/// u8      1 if units are blocks of 128 rows, 0 if they are rows
/// u8      number of bits in a bucket number
/// block   bucket starts and units (<see cref="IndexBuilder"/>)
/// </code>
/// </remarks>
internal sealed record StripeIndex(int Node, IndexKind Kind, bool AreBlocks, int BucketBits, BlockReference Block)
{
    private const int MostBits = 24;

    /// <summary>Returns the bucket of a hash.</summary>
    public static int Bucket(ulong hash, int bits) => bits == 0 ? 0 : (int)(hash >> (64 - bits));

    public void Write(DirectoryBuffer output, long origin)
    {
        output.WriteCount(Node);
        output.WriteByte((byte)Kind);
        if (Kind == IndexKind.Hashed)
        {
            output.WriteByte(AreBlocks ? (byte)1 : (byte)0);
            output.WriteByte((byte)BucketBits);
            Block.Write(output, origin);
        }
    }

    public static StripeIndex Read(ref DirectoryFields fields, long origin, int nodes)
    {
        var node = (int)fields.TakeCount("an index node", nodes - 1);
        var kind = (IndexKind)fields.TakeByte("an index kind");
        if (kind == IndexKind.Sorted)
        {
            return new StripeIndex(node, kind, AreBlocks: false, 0, default);
        }

        if (kind != IndexKind.Hashed)
        {
            ThrowHelper.InvalidData("the index kind 1 or 2", $"{(int)kind}");
        }

        var areBlocks = fields.TakeByte("index units") != 0;
        var bits = fields.TakeByte("index bits");
        if (bits > MostBits)
        {
            ThrowHelper.InvalidData($"a bucket number of at most {MostBits} bits", $"{bits}");
        }

        return new StripeIndex(node, kind, areBlocks, bits, BlockReference.Read(ref fields, origin));
    }
}
