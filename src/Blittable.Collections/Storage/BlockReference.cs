namespace Blittable.Collections.Storage;

/// <summary>Represents the location and the checksum of a block.</summary>
/// <remarks>
/// <code>
/// varint  offset from the start of the stripe
/// u8      compression (<see cref="BlockCompression"/>)
/// varint  stored length in bytes
/// varint  decompressed length in bytes; only if compressed
/// u32     CRC-32C of the stored bytes
/// </code>
/// </remarks>
internal readonly record struct BlockReference(long Offset, int StoredLength, int Length, BlockCompression Compression, uint Checksum)
{
    /// <summary>Gets a value that indicates whether the block exists.</summary>
    public bool Exists => StoredLength != 0;

    public void Write(DirectoryBuffer output, long origin)
    {
        output.WriteCount(Offset - origin);
        output.WriteByte((byte)Compression);
        output.WriteCount(StoredLength);
        if (Compression != BlockCompression.None)
        {
            output.WriteCount(Length);
        }

        output.WriteChecksum(Checksum);
    }

    public static BlockReference Read(ref DirectoryFields fields, long origin)
    {
        var offset = origin + fields.TakeCount("a block offset", long.MaxValue - origin);
        var compression = (BlockCompression)fields.TakeByte("a block compression");
        var stored = (int)fields.TakeCount("a block length", int.MaxValue);
        var length = compression == BlockCompression.None ? stored : (int)fields.TakeCount("an uncompressed block length", int.MaxValue);
        return new BlockReference(offset, stored, length, compression, fields.TakeChecksum("a block checksum"));
    }
}
