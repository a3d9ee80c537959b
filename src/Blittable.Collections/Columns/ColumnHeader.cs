using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Reads and writes the header of a column chunk.</summary>
/// <remarks>
/// <code>
/// 0  u8   version, 1
/// 1  u8   type (<see cref="ColumnType"/>)
/// 2  u8   encoding (<see cref="ColumnEncoding"/>)
/// 3  u8   flags: 1 has nulls, 2 has statistics, 4 has a checksum; the others are zero
/// 4  u32  rows
/// 8  u32  null rows
/// 12 u32  length of the chunk in bytes, including this header
/// 16 u32  CRC-32C of the chunk, computed with these four bytes as zero; 0 without the flag
/// 20      statistics, if flagged; validity, if flagged: one bit per row, row 0 lowest, in 8-byte words; body
/// </code>
/// Null rows have no value in the body.
/// </remarks>
internal readonly record struct ColumnHeader(ColumnType Type, ColumnEncoding Encoding, ColumnFlags Flags, int Rows, int Nulls)
{
    public const int Size = 20;

    /// <summary>The maximum number of rows in a chunk, which limits the memory that a damaged header can make a reader allocate.</summary>
    public const int MaxRows = 1 << 24;

    private const byte Version = 1;
    private const int ChecksumOffset = 16;
    private const ColumnFlags Known = ColumnFlags.Nulls | ColumnFlags.Statistics | ColumnFlags.Checksum;

    /// <summary>Writes the header of a complete chunk.</summary>
    public void Write(Span<byte> chunk)
    {
        chunk[0] = Version;
        chunk[1] = (byte)Type;
        chunk[2] = (byte)Encoding;
        chunk[3] = (byte)Flags;
        BinaryPrimitives.WriteInt32LittleEndian(chunk[4..], Rows);
        BinaryPrimitives.WriteInt32LittleEndian(chunk[8..], Nulls);
        BinaryPrimitives.WriteInt32LittleEndian(chunk[12..], chunk.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(chunk[ChecksumOffset..], 0);
        if ((Flags & ColumnFlags.Checksum) != 0)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(chunk[ChecksumOffset..], Checksum(chunk));
        }
    }

    /// <summary>Reads and validates the header of the chunk at the start of a span.</summary>
    /// <param name="bytes">The bytes. They may extend past the chunk.</param>
    /// <param name="verify">True to verify the checksum.</param>
    /// <param name="chunk">The bytes of the chunk.</param>
    public static ColumnHeader Read(ReadOnlySpan<byte> bytes, bool verify, out ReadOnlySpan<byte> chunk)
    {
        if (bytes.Length < Size)
        {
            ThrowHelper.InvalidData($"a column chunk of at least {Size} bytes", $"{bytes.Length}");
        }

        if (bytes[0] != Version)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.UnsupportedVersion, $"The column chunk has version {bytes[0]}; this library supports version {Version}.", 0);
        }

        var length = BinaryPrimitives.ReadUInt32LittleEndian(bytes[12..]);
        if (length < Size || length > bytes.Length)
        {
            ThrowHelper.InvalidData($"a column chunk within {bytes.Length} bytes", $"{length} bytes", 12);
        }

        chunk = bytes[..(int)length];
        var header = new ColumnHeader(
            (ColumnType)chunk[1],
            (ColumnEncoding)chunk[2],
            (ColumnFlags)chunk[3],
            BinaryPrimitives.ReadInt32LittleEndian(chunk[4..]),
            BinaryPrimitives.ReadInt32LittleEndian(chunk[8..]));
        if ((header.Flags & ~Known) != 0)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.UnsupportedVersion, $"The column chunk has the flags {(int)header.Flags}; this library supports {(int)Known}.", 3);
        }

        if ((uint)header.Rows > MaxRows || (uint)header.Nulls > (uint)header.Rows)
        {
            ThrowHelper.InvalidData($"at most {MaxRows} rows and no more nulls than rows", $"{header.Rows} rows and {header.Nulls} nulls", 4);
        }

        if (verify)
        {
            // Without the flag the checksum must be 0: otherwise a single flipped flag bit would disable verification.
            var stored = BinaryPrimitives.ReadUInt32LittleEndian(chunk[ChecksumOffset..]);
            var computed = (header.Flags & ColumnFlags.Checksum) != 0 ? Checksum(chunk) : 0;
            if (stored != computed)
            {
                ThrowHelper.InvalidData($"a column chunk with the checksum {stored:x8}", $"the checksum {computed:x8}", ChecksumOffset);
            }
        }

        return header;
    }

    /// <summary>Throws if the chunk has another type.</summary>
    /// <exception cref="BlittableException">The chunk has another type.</exception>
    public void RequireType(ColumnType type)
    {
        if (Type != type)
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"The column has values of type {Type}, not {type}.", 1);
        }
    }

    /// <summary>Reads the validity of the chunk's rows from its sections; empty if no row is null.</summary>
    public ReadOnlySpan<ulong> TakeValidity(scoped ref ColumnBytes sections)
    {
        if ((Flags & ColumnFlags.Nulls) != 0)
        {
            return RowBits.Take(ref sections, Rows, Nulls);
        }

        if (Nulls != 0)
        {
            ThrowHelper.InvalidData("a validity bitmap in a chunk with nulls", "no bitmap", 3);
        }

        return default;
    }

    /// <summary>Computes the CRC-32C of the header, the statistics and their unit. These parts provide bounds before the whole chunk is verified.</summary>
    /// <param name="chunk">The chunk with this header.</param>
    public uint BoundsChecksum(ReadOnlySpan<byte> chunk)
    {
        var sections = new ColumnBytes(chunk);
        var hasStatistics = (Flags & ColumnFlags.Statistics) != 0 && Type != ColumnType.String;
        var checksum = Crc32C.Compute(sections.Take(Size + (hasStatistics ? ColumnSummary.Size : 0), "statistics"));
        if (Encoding == ColumnEncoding.Scaled)
        {
            sections.Take((Flags & ColumnFlags.Nulls) == 0 ? 0 : MaskKernel.Words(Rows) * sizeof(ulong), "validity");
            checksum = Crc32C.Compute(sections.Take(ColumnScale.Size, "the scale"), checksum);
        }

        return checksum;
    }

    /// <summary>Returns the length of the chunk at the start of a span whose header is valid.</summary>
    public static int LengthOf(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadInt32LittleEndian(bytes[12..]);

    private static uint Checksum(ReadOnlySpan<byte> chunk) =>
        Crc32C.Compute(chunk[Size..], Crc32C.Compute([0, 0, 0, 0], Crc32C.Compute(chunk[..ChecksumOffset])));
}
