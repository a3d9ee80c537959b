using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>
/// One of the two places that say which footer is the file's. Each commit overwrites the older one, so that the other one always stands
/// whole.
/// </summary>
/// <remarks>
/// <code>
/// 0  8 bytes  89 'B' 'L' 'T' 'C' 0D 0A 1A
/// 8  u32      version, 3
/// 12 u32      required features, 0
/// 16 i64      sequence: the number of the commit; it is odd in the second place
/// 24 u64      offset of the footer
/// 32 u32      bytes of the footer
/// 36 u32      CRC-32C of the footer
/// 40 u64      rows, deleted ones included
/// 48 u64      where the committed bytes end
/// 56 u64      documents: rows that are not deleted
/// 64 u32      0
/// 68 u32      CRC-32C of bytes 0 to 67
/// </code>
/// The places are at 0 and 4096, blocks start at 8192: no write of a disk's sector touches both places. A new file has both, the second one with a number that is
/// one lower and the same footer. So each place always has a superblock, and bytes that are none, zeros too, are damage.
/// </remarks>
internal readonly record struct Superblock(long Sequence, long FooterOffset, int FooterLength, uint FooterChecksum, long Rows, long End, long Documents)
{
    public const int Size = 72;

    /// <summary>The bytes from one place to the other.</summary>
    public const int PlaceSize = 4096;

    /// <summary>Where blocks start.</summary>
    public const int DataStart = 2 * PlaceSize;

    private const uint Version = 3;
    private const int ChecksumOffset = 68;

    /// <summary>As in PNG: a byte that is no ASCII, line ends that a text transfer would change, and the end of a file to a DOS terminal.</summary>
    private static ReadOnlySpan<byte> Magic => [0x89, (byte)'B', (byte)'L', (byte)'T', (byte)'C', 0x0D, 0x0A, 0x1A];

    public BlockReference Footer => new(FooterOffset, FooterLength, FooterLength, BlockCompression.None, FooterChecksum);

    /// <summary>Where the superblock of this commit belongs.</summary>
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
    /// <param name="bytes">At least <see cref="Size"/> bytes of its place.</param>
    /// <param name="fileLength">The bytes of the file: what lies beyond them was never written.</param>
    /// <param name="superblock">Its contents.</param>
    /// <param name="fault">The fault, if it is damaged.</param>
    public static bool TryRead(ReadOnlySpan<byte> bytes, long fileLength, out Superblock superblock, out string fault)
    {
        superblock = default;
        fault = "";
        if (!bytes.StartsWith(Magic))
        {
            fault = "it does not start like a collection";
            return false;
        }

        if (Crc32C.Compute(bytes[..ChecksumOffset]) != BinaryPrimitives.ReadUInt32LittleEndian(bytes[ChecksumOffset..]))
        {
            fault = "its checksum does not fit its bytes";
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
