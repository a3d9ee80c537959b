using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Wraps what can be found in a file without anything that leads to it: footers, and the marks of stripes.</summary>
/// <remarks>
/// <code>
/// 0  3 bytes  'B' 'L' and the kind: 'F' footer, 'S' stripe
/// 3  u8       version, 3
/// 4  u32      bytes that follow the checksum
/// 8  u32      CRC-32C of these
/// 12 varint   offset of the record in the file
///    ...      its contents
/// </code>
/// A record that lies elsewhere than it says was not written by this file's writers: a document may hold the bytes of another collection.
/// </remarks>
internal static class SealedRecord
{
    public const int HeaderSize = 12;

    public const byte Footer = (byte)'F';
    public const byte Stripe = (byte)'S';

    private const byte Version = 3;

    /// <summary>What all records start with.</summary>
    public static ReadOnlySpan<byte> Start => "BL"u8;

    /// <summary>The bytes of a record.</summary>
    /// <param name="kind">Its kind.</param>
    /// <param name="contents">Its offset and what follows.</param>
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

    /// <summary>Determines whether a record may start here; its checksum has still to be compared.</summary>
    /// <param name="bytes">At least <see cref="HeaderSize"/> bytes from here on.</param>
    /// <param name="kind">Its kind.</param>
    /// <param name="length">All of its bytes.</param>
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

    /// <summary>Opens a record.</summary>
    /// <param name="bytes">All of its bytes.</param>
    /// <param name="kind">The kind that it must have.</param>
    /// <param name="offset">Where it is in the file.</param>
    /// <exception cref="BlittableException">It is damaged, of another kind or version, or belongs elsewhere.</exception>
    public static DirectoryFields Open(ReadOnlyMemory<byte> bytes, byte kind, long offset)
    {
        if (bytes.Span is [(byte)'B', (byte)'L', _, not Version, ..] && bytes.Span[2] == kind)
        {
            ThrowHelper.Throw(BlittableErrorCode.UnsupportedVersion, $"The record has version {bytes.Span[3]}; this library reads version {Version}.", offset);
        }

        if (!IsHeader(bytes.Span, out var found, out var length) || found != kind || length != bytes.Length
            || Crc32C.Compute(bytes.Span[HeaderSize..]) != BinaryPrimitives.ReadUInt32LittleEndian(bytes.Span[8..]))
        {
            ThrowHelper.InvalidData($"a record of the kind '{(char)kind}'", $"{bytes.Length} bytes that are none", offset);
        }

        var fields = new DirectoryFields(bytes[HeaderSize..]);
        var written = fields.TakeCount("the offset of a record", long.MaxValue);
        if (written != offset)
        {
            ThrowHelper.InvalidData($"a record of byte {offset}", $"one of byte {written}", offset);
        }

        return fields;
    }
}
