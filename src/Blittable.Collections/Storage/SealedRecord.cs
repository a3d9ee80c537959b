using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Encodes records that can be found in a file without a reference to them: footers and stripe marks.</summary>
/// <remarks>
/// <code>
/// 0  3 bytes  'B' 'L' and the kind: 'F' footer, 'S' stripe
/// 3  u8       version, 4
/// 4  u32      number of bytes after the checksum
/// 8  u32      CRC-32C of these bytes
/// 12 varint   file offset of the record
///    ...      contents
/// </code>
/// A record whose offset differs from the offset it contains was not written by this file's writers. Documents may contain the bytes of another collection.
/// </remarks>
internal static class SealedRecord
{
    public const int HeaderSize = 12;

    /// <summary>The maximum size of the header and the offset.</summary>
    public const int MostPrefixSize = HeaderSize + 10;

    public const byte Footer = (byte)'F';
    public const byte Stripe = (byte)'S';

    private const byte Version = 4;

    /// <summary>Gets the first bytes of all records.</summary>
    public static ReadOnlySpan<byte> Start => "BL"u8;

    /// <summary>Creates a record.</summary>
    /// <param name="kind">The kind.</param>
    /// <param name="contents">The offset, followed by the contents.</param>
    public static byte[] Seal(byte kind, ReadOnlySpan<byte> contents)
    {
        var bytes = new byte[HeaderSize + contents.Length];
        Start.CopyTo(bytes);
        bytes[2] = kind;
        bytes[3] = Version;
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(4), contents.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(8), Crc32C.Compute(contents));
        contents.CopyTo(bytes.AsSpan(HeaderSize));
        return bytes;
    }

    /// <summary>Determines whether a record may start here. The checksum is not verified.</summary>
    /// <param name="bytes">The bytes from here on, at least <see cref="HeaderSize"/>.</param>
    /// <param name="kind">The kind.</param>
    /// <param name="length">The total length of the record.</param>
    public static bool IsHeader(ReadOnlySpan<byte> bytes, out byte kind, out long length)
    {
        kind = bytes.Length < HeaderSize ? (byte)0 : bytes[2];
        length = 0;
        if (kind is not (Footer or Stripe) || !bytes.StartsWith(Start) || bytes[3] != Version)
        {
            return false;
        }

        length = HeaderSize + (long)BinaryPrimitives.ReadInt32LittleEndian(bytes[4..]);
        return length > HeaderSize;
    }

    /// <summary>Determines whether a header is followed by the offset at which it is located.</summary>
    /// <param name="bytes">The bytes from the header on.</param>
    /// <param name="offset">The file offset of the header.</param>
    public static bool IsAt(ReadOnlySpan<byte> bytes, long offset)
    {
        ulong written = 0;
        for (var i = 0; i < MostPrefixSize - HeaderSize && HeaderSize + i < bytes.Length; i++)
        {
            var next = bytes[HeaderSize + i];
            written |= (ulong)(next & 0x7F) << (7 * i);
            if (next < 0x80)
            {
                return written == (ulong)offset;
            }
        }

        return false;
    }

    /// <summary>Opens a record.</summary>
    /// <param name="bytes">The bytes of the record.</param>
    /// <param name="kind">The required kind.</param>
    /// <param name="offset">The file offset of the record.</param>
    /// <exception cref="BlittableException">The record is damaged, has another kind or version, or belongs at another offset.</exception>
    public static DirectoryFields Open(ReadOnlyMemory<byte> bytes, byte kind, long offset)
    {
        if (bytes.Span is [(byte)'B', (byte)'L', _, not Version, ..] && bytes.Span[2] == kind)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.UnsupportedVersion, $"The record has version {bytes.Span[3]}; this library supports version {Version}.", offset);
        }

        if (!IsHeader(bytes.Span, out var found, out var length) || found != kind || length != bytes.Length
            || Crc32C.Compute(bytes.Span[HeaderSize..]) != BinaryPrimitives.ReadUInt32LittleEndian(bytes.Span[8..]))
        {
            ThrowHelper.InvalidData($"a record of the kind '{(char)kind}'", $"{bytes.Length} bytes that are not a record", offset);
        }

        var fields = new DirectoryFields(bytes[HeaderSize..]);
        var written = fields.TakeCount("the offset of a record", long.MaxValue);
        if (written != offset)
        {
            ThrowHelper.InvalidData($"a record for byte {offset}", $"a record for byte {written}", offset);
        }

        return fields;
    }
}
