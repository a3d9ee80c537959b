using System.Buffers.Binary;

namespace Blittable.Reading;

/// <summary>Identifies the format of bytes that are not a document, for error messages.</summary>
internal static class ForeignBytes
{
    private const uint Zstandard = 0xFD2F_B528;

    /// <summary>Returns a description of the bytes, or null if the format is unknown.</summary>
    public static string? NameOf(ReadOnlySpan<byte> bytes)
    {
        var text = bytes.Trim("\uFEFF \t\r\n"u8);
        return IsJson(text) ? "JSON text, which BlittableDocument.Parse converts"
            : bytes is [0x1F, 0x8B, ..] ? "gzip data, which must be decompressed first"
            : bytes.Length >= sizeof(uint) && BinaryPrimitives.ReadUInt32LittleEndian(bytes) == Zstandard ? "Zstandard data, which must be decompressed first"
            : bytes.StartsWith("PK\u0003\u0004"u8) ? "a ZIP archive"
            : bytes is [(byte)'B', (byte)'L', ..] ? "a collection, which CollectionReader opens"
            : bytes is [0xFF, (byte)'B', (byte)'L', (byte)'D', ..] ? "a dictionary, which BlittableDictionary.Load reads"
            : bytes is [>= 0x80 and <= 0x9F or >= 0xDC and <= 0xDF, ..] ? "data that begins like MessagePack, which BlittableMessagePack.ToDocument converts"
            : null;
    }

    private static bool IsJson(ReadOnlySpan<byte> text) => text is [(byte)'{', .., (byte)'}'] or [(byte)'[', .., (byte)']'] or [(byte)'"', .., (byte)'"'];
}
