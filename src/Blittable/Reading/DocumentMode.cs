using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Detects the mode that a document was written in, which documents do not record.</summary>
internal static class DocumentMode
{
    /// <summary>The maximum number of values to inspect. The first strings or dates of most documents reveal the mode.</summary>
    private const int MaxValues = 1000;

    /// <summary>Returns the mode, or memory mode for a document whose values would be the same in both modes.</summary>
    /// <exception cref="BlittableException">An inspected value is damaged.</exception>
    public static BlittableMode Of(BlittableValue root)
    {
        var document = root.Document;
        if ((document[^1] & (Trailer.Shared | Trailer.HasSymbols)) != 0)
        {
            return BlittableMode.Disk;
        }

        var waiting = new Queue<int>();
        waiting.Enqueue(root.Address);
        for (var left = MaxValues; left > 0 && waiting.TryDequeue(out var address); left--)
        {
            var value = root.WithAddress(address);
            var tag = RawBytes.ReadTag(document, address);
            if (tag is Tag.ContinuedString or (>= Tag.DictionaryString and <= Tag.DictionaryStringLast) or >= Tag.CompactDate
                || (tag == Tag.NumberArray && !NumberArrayLayout.Read(document, address).HasWholeBytes))
            {
                return BlittableMode.Disk;
            }

            if (StoredDate.IsDate(tag))
            {
                return BlittableMode.Memory;
            }

            if (value.TryReadArray(out var children) || value.TryReadObject(out children, out _))
            {
                for (var i = 0; i < children.Count && waiting.Count < left; i++)
                {
                    waiting.Enqueue(children.Child(i));
                }
            }
        }

        return BlittableMode.Memory;
    }
}

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
