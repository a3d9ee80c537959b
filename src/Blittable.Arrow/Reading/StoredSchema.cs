using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;

namespace Blittable.Arrow.Reading;

/// <summary>Declares the fixed-size lists in the Arrow schema that a Parquet file stores as lists.</summary>
/// <remarks>
/// Arrow does not read null fixed-size lists from Parquet, such as missing embeddings. Parquet stores lists of both types in one form, so the declaration does
/// not affect values. A list has no parameters, so the change of a type code preserves the length of the schema.
/// </remarks>
internal static class StoredSchema
{
    /// <summary>The size of the footer length and the magic bytes at the end of a file.</summary>
    private const int TailBytes = 8;

    private static ReadOnlySpan<byte> Magic => "PAR1"u8;

    /// <summary>The entry of the schema in the metadata, up to the length of its value, in the compact protocol of Thrift.</summary>
    private static ReadOnlySpan<byte> Entry => "\u0018\u000CARROW:schema\u0018"u8;

    /// <summary>Returns the file with the declarations, or the stream itself if the schema contains no fixed-size lists. Damage is left to the reader of the file.</summary>
    /// <exception cref="IOException">The stream could not be read.</exception>
    public static Stream DeclareLists(Stream input)
    {
        var footer = ReadFooter(input, out var position);
        var start = footer.AsSpan().LastIndexOf(Entry) + Entry.Length;
        if (start < Entry.Length || !TryReadLength(footer, ref start, out var length))
        {
            return input;
        }

        var text = footer.AsSpan(start, length);
        var schema = new byte[Base64.GetMaxDecodedFromUtf8Length(length)];
        return Base64.DecodeFromUtf8(text, schema, out _, out var written) == OperationStatus.Done && FlatSchema.TryDeclareLists(schema.AsSpan(0, written))
            && Base64.EncodeToUtf8(schema.AsSpan(0, written), text, out _, out var encoded) == OperationStatus.Done && encoded == length
            ? new PatchedInput(input, position + start, text.ToArray())
            : input;
    }

    /// <summary>Reads the metadata of the file. Returns an empty array if the file is no Parquet file, or encrypted.</summary>
    private static byte[] ReadFooter(Stream input, out long position)
    {
        position = 0;
        if (!input.CanSeek || input.Length < TailBytes)
        {
            return [];
        }

        Span<byte> tail = stackalloc byte[TailBytes];
        input.Position = input.Length - TailBytes;
        var length = input.ReadAtLeast(tail, TailBytes, throwOnEndOfStream: false) == TailBytes && tail[sizeof(uint)..].SequenceEqual(Magic)
            ? BinaryPrimitives.ReadUInt32LittleEndian(tail) : 0;
        position = input.Length - TailBytes - length;
        if (position < 0 || length > Array.MaxLength)
        {
            return [];
        }

        var footer = new byte[length];
        input.Position = position;
        return input.ReadAtLeast(footer, footer.Length, throwOnEndOfStream: false) == footer.Length ? footer : [];
    }

    /// <summary>Reads a length, and requires that the footer contains as many bytes after it.</summary>
    private static bool TryReadLength(ReadOnlySpan<byte> footer, ref int position, out int length)
    {
        const int PartBits = 7, MostBits = 28;
        length = 0;
        for (var shift = 0; shift < MostBits && position < footer.Length; shift += PartBits)
        {
            var part = footer[position++];
            length |= (part & 0x7F) << shift;
            if (part < 0x80)
            {
                return length <= footer.Length - position;
            }
        }

        return false;
    }
}
