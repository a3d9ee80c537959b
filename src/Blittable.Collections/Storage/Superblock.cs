using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Represents one of two superblocks, the newer of which locates the current footer. Each commit overwrites the older one, so the other is always
/// intact.</summary>
/// <remarks>
/// <code>
/// 0  8 bytes  89 'B' 'L' 'T' 'C' 0D 0A 1A
/// 8  u32      version, 3
/// 12 u32      required features, 0
/// 16 i64      sequence: the number of the commit; odd in the second place
/// 24 u64      offset of the footer
/// 32 u32      length of the footer in bytes
/// 36 u32      CRC-32C of the footer
/// 40 u64      rows, including deleted ones
/// 48 u64      end of the committed bytes
/// 56 u64      documents, that is, rows that are not deleted
/// 64 u32      0
/// 68 u32      CRC-32C of bytes 0 to 67
/// </code>
/// The superblocks are at offsets 0 and 4096, blocks start at 8192. No sector write touches both. A new file has two superblocks with the same footer; the
/// second one has a sequence that is one lower. Each place therefore always has a superblock, and anything else, including zeros, is damage.
/// </remarks>
internal readonly record struct Superblock(long Sequence, long FooterOffset, int FooterLength, uint FooterChecksum, long Rows, long End, long Documents)
{
    public const int Size = 72;

    /// <summary>The distance between the two superblocks in bytes.</summary>
    public const int PlaceSize = 4096;

    /// <summary>The offset of the first block.</summary>
    public const int DataStart = 2 * PlaceSize;

    private const uint Version = 3;
    private const int ChecksumOffset = 68;

    /// <summary>As in PNG: a non-ASCII byte, line ends that a text transfer would change, and the end-of-file character of DOS.</summary>
    private static ReadOnlySpan<byte> Magic => [0x89, (byte)'B', (byte)'L', (byte)'T', (byte)'C', 0x0D, 0x0A, 0x1A];

    public BlockReference Footer => new(FooterOffset, FooterLength, FooterLength, BlockCompression.None, FooterChecksum);

    /// <summary>Gets the offset of the superblock for this commit.</summary>
    public long Place => (Sequence & 1) * PlaceSize;

    public void Write(Span<byte> destination)
    {
        var bytes = destination[..Size];
        bytes.Clear();
        Magic.CopyTo(bytes);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[8..], Version);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[16..], Sequence);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[24..], FooterOffset);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[32..], FooterLength);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[36..], FooterChecksum);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[40..], Rows);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[48..], End);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[56..], Documents);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[ChecksumOffset..], Crc32C.Compute(bytes[..ChecksumOffset]));
    }

    /// <summary>Reads a superblock.</summary>
    /// <param name="bytes">The bytes at its place, at least <see cref="Size"/>.</param>
    /// <param name="fileLength">The length of the file. Anything beyond it was never written.</param>
    /// <param name="superblock">The superblock.</param>
    /// <param name="fault">A description of the damage, if any.</param>
    public static bool TryRead(ReadOnlySpan<byte> bytes, long fileLength, out Superblock superblock, out string fault)
    {
        superblock = default;
        fault = "";
        if (!bytes.StartsWith(Magic))
        {
            fault = "it has no collection signature";
            return false;
        }

        if (Crc32C.Compute(bytes[..ChecksumOffset]) != BinaryPrimitives.ReadUInt32LittleEndian(bytes[ChecksumOffset..]))
        {
            fault = "its checksum does not match";
            return false;
        }

        var version = BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]);
        var features = BinaryPrimitives.ReadUInt32LittleEndian(bytes[12..]);
        if (version != Version || features != 0)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.UnsupportedVersion,
                $"The collection has version {version} and requires the features {features:x}; this library reads version {Version} without required features.", 8);
        }

        superblock = new Superblock(
            BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]),
            BinaryPrimitives.ReadInt32LittleEndian(bytes[32..]),
            BinaryPrimitives.ReadUInt32LittleEndian(bytes[36..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[40..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[48..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[56..]));
        if (superblock.FooterOffset < DataStart || superblock.FooterLength < 0 || superblock.FooterOffset > fileLength - superblock.FooterLength)
        {
            fault = $"its footer of {superblock.FooterLength} bytes at byte {superblock.FooterOffset} is not within the file's {fileLength} bytes";
            return false;
        }

        return true;
    }
}
