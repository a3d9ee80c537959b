using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Represents one of two superblocks, the newer of which locates the current footer. A commit never overwrites the superblock of the last flushed
/// commit. Only its flags and the fields after byte 71 are overwritten, when an unflushed commit has been flushed: within one sector.</summary>
/// <remarks>
/// <code>
/// 0  8 bytes  89 'B' 'L' 'T' 'C' 0D 0A 1A
/// 8  u32      version, 4
/// 12 u32      required features, 0
/// 16 i64      sequence: the number of the commit
/// 24 u64      offset of the footer
/// 32 u32      length of the footer in bytes
/// 36 u32      CRC-32C of the footer
/// 40 u64      rows, including deleted ones
/// 48 u64      end of the committed bytes
/// 56 u64      documents, that is, rows that are not deleted
/// 64 u32      1 if the superblock was written before the bytes of the commit were flushed; otherwise 0, and the fields after byte 71 are absent
/// 68 u32      CRC-32C of bytes 0 to 67
/// 72 u64      offset of the first byte that may not have been flushed
/// 80 u32      CRC-32C of the bytes from there to the end of the committed bytes
/// 84 u32      CRC-32C of bytes 72 to 83
/// </code>
/// The superblocks are at offsets 0 and 4096, blocks start at 8192. No sector write touches both. A new file has two superblocks with the same footer; the
/// second one has a sequence that is one lower. Each place therefore always has a superblock, and anything else, including zeros, is damage.
/// <para>A power failure may undo any part of an unflushed commit. Such a commit counts only if its bytes match the checksum. Otherwise, the other
/// superblock counts.</para>
/// </remarks>
internal readonly record struct Superblock(long Sequence, long FooterOffset, int FooterLength, uint FooterChecksum, long Rows, long End, long Documents)
{
    /// <summary>The size of a superblock that was written after the bytes of its commit were flushed.</summary>
    public const int Size = 72;

    /// <summary>The size of a superblock that was written before the bytes of its commit were flushed. Reading either kind requires this many bytes.</summary>
    public const int FullSize = 88;

    /// <summary>The distance between the two superblocks in bytes.</summary>
    public const int PlaceSize = 4096;

    /// <summary>The offset of the first block.</summary>
    public const int DataStart = 2 * PlaceSize;

    /// <summary>The maximum number of bytes of unflushed commits. Opening the file verifies their checksum.</summary>
    public const long MostUnflushed = 1 << 26;

    private const uint Version = 4;
    private const int FlagsOffset = 64;
    private const int ChecksumOffset = 68;
    private const int UnflushedOffset = 72;
    private const int UnflushedChecksumOffset = 80;
    private const int SecondChecksumOffset = 84;
    private const int PieceSize = 1 << 20;

    /// <summary>As in PNG: a non-ASCII byte, line ends that a text transfer would change, and the end-of-file character of DOS.</summary>
    private static ReadOnlySpan<byte> Magic => [0x89, (byte)'B', (byte)'L', (byte)'T', (byte)'C', 0x0D, 0x0A, 0x1A];

    public BlockReference Footer => new(FooterOffset, FooterLength, FooterLength, BlockCompression.None, FooterChecksum);

    /// <summary>Gets the offset of the superblock: 0 or <see cref="PlaceSize"/>.</summary>
    public long Place { get; init; }

    /// <summary>Gets the offset of the first byte that may not have been flushed before the superblock was written, or 0 if all bytes were flushed.</summary>
    public long Unflushed { get; init; }

    /// <summary>Gets the CRC-32C of the bytes from <see cref="Unflushed"/> to <see cref="End"/>.</summary>
    public uint UnflushedChecksum { get; init; }

    /// <summary>Writes the superblock.</summary>
    /// <param name="destination">The bytes at its place, at least <see cref="FullSize"/>.</param>
    public void Write(Span<byte> destination)
    {
        var bytes = destination[..FullSize];
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
        if (Unflushed > 0)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(bytes[FlagsOffset..], 1);
            BinaryPrimitives.WriteInt64LittleEndian(bytes[UnflushedOffset..], Unflushed);
            BinaryPrimitives.WriteUInt32LittleEndian(bytes[UnflushedChecksumOffset..], UnflushedChecksum);
            BinaryPrimitives.WriteUInt32LittleEndian(bytes[SecondChecksumOffset..], Crc32C.Compute(bytes[UnflushedOffset..SecondChecksumOffset]));
        }

        BinaryPrimitives.WriteUInt32LittleEndian(bytes[ChecksumOffset..], Crc32C.Compute(bytes[..ChecksumOffset]));
    }

    /// <summary>Determines whether the file contains all bytes of the commit, some of which a power failure may have undone.</summary>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public bool IsWhole(BlockSource source)
    {
        if (Unflushed == 0)
        {
            return true;
        }

        if (Unflushed < DataStart || Unflushed > End || End - Unflushed > MostUnflushed || End > source.Length)
        {
            return false;
        }

        var checksum = 0u;
        for (var offset = Unflushed; offset < End; offset += PieceSize)
        {
            checksum = Crc32C.Compute(source.ReadChecked(offset, (int)Math.Min(PieceSize, End - offset), "the bytes of a commit").Span, checksum);
        }

        return checksum == UnflushedChecksum;
    }

    /// <summary>Reads a superblock.</summary>
    /// <param name="bytes">The bytes at its place, at least <see cref="FullSize"/>.</param>
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
                $"The collection has version {version} and requires the features {features:x}; "
                    + $"this library supports version {Version} without required features.",
                8);
        }

        superblock = new Superblock(
            BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]),
            BinaryPrimitives.ReadInt32LittleEndian(bytes[32..]),
            BinaryPrimitives.ReadUInt32LittleEndian(bytes[36..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[40..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[48..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[56..]));
        if (BinaryPrimitives.ReadUInt32LittleEndian(bytes[FlagsOffset..]) != 0)
        {
            if (Crc32C.Compute(bytes[UnflushedOffset..SecondChecksumOffset]) != BinaryPrimitives.ReadUInt32LittleEndian(bytes[SecondChecksumOffset..]))
            {
                superblock = default;
                fault = "its second checksum does not match";
                return false;
            }

            superblock = superblock with
            {
                Unflushed = BinaryPrimitives.ReadInt64LittleEndian(bytes[UnflushedOffset..]),
                UnflushedChecksum = BinaryPrimitives.ReadUInt32LittleEndian(bytes[UnflushedChecksumOffset..]),
            };
        }

        if (superblock.FooterOffset < DataStart || superblock.FooterLength < 0 || superblock.FooterOffset > fileLength - superblock.FooterLength)
        {
            fault = $"its footer of {superblock.FooterLength} bytes at byte {superblock.FooterOffset} is not within the file's {fileLength} bytes";
            return false;
        }

        return true;
    }
}
