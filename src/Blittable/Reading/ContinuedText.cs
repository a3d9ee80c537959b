using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Reading;

/// <summary>Reads strings that begin like an earlier string. They store the length of the common start, and the rest as a separate string.</summary>
/// <remarks>
/// <code>
/// F7 | start u8 | distance back to the earlier string varint | the rest: a raw or encoded string
/// </code>
/// The start may end within a code of the earlier string. It has at most 255 bytes. An earlier string may itself be continued, up to a depth of
/// <see cref="MaxDepth"/>. Decoding therefore costs little more than the length of the text, even in a damaged document.
/// </remarks>
internal static class ContinuedText
{
    /// <summary>The maximum size in bytes of a start.</summary>
    public const int MaxStart = byte.MaxValue;

    /// <summary>The maximum depth. A self-contained string has depth 0, a string that continues it has depth 1.</summary>
    public const int MaxDepth = 2;

    /// <summary>The maximum number of text bytes that a code represents: a verbatim run of Smaz.</summary>
    public const int MaxCode = 256;

    /// <summary>Reads the fields before the rest.</summary>
    /// <param name="document">The document, or its values.</param>
    /// <param name="address">The address of the string's tag.</param>
    /// <param name="start">Receives the number of text bytes in common with the earlier string, at least 1.</param>
    /// <param name="origin">Receives the address of the earlier string.</param>
    /// <returns>The address of the rest.</returns>
    /// <exception cref="BlittableException">The distance is outside the document, the start is empty, or the rest is not a raw or encoded string.</exception>
    public static int Read(ReadOnlySpan<byte> document, int address, out int start, out int origin)
    {
        start = RawBytes.ReadTag(document, address + 1);
        var rest = address + 2;
        var distance = RawBytes.ReadVarint(document, ref rest);
        if (start == 0 || distance - 1 >= (uint)address)
        {
            ThrowHelper.InvalidDistance(distance, address);
        }

        var tag = RawBytes.ReadTag(document, rest);
        if (!IsRaw(tag) && !IsEncoded(tag))
        {
            ThrowHelper.InvalidTag(tag, "a raw or encoded string after the prefix of an earlier string", rest);
        }

        origin = address - (int)distance;
        return rest;
    }

    /// <summary>Decodes the first bytes of a string.</summary>
    /// <param name="document">The document, or its values.</param>
    /// <param name="address">The address of the string.</param>
    /// <param name="count">The number of bytes to decode, at most <see cref="MaxStart"/>.</param>
    /// <param name="trained">The document's symbol table, if any.</param>
    /// <param name="destination">The destination, with at least <paramref name="count"/> bytes. Further bytes may be overwritten, and speed up
    /// decoding.</param>
    /// <param name="depth">The depth of the string that uses the decoded bytes.</param>
    /// <returns>False if the string is damaged, too short, or continued too deeply.</returns>
    /// <exception cref="BlittableException">The string ends outside the document, or its symbol table is missing.</exception>
    public static bool TryDecode(ReadOnlySpan<byte> document, int address, int count, scoped in SymbolTableView trained, Span<byte> destination, int depth)
    {
        while (document[address] == Tag.ContinuedString)
        {
            if (depth++ >= MaxDepth)
            {
                return false;
            }

            var rest = Read(document, address, out var start, out address);
            if (start < count)
            {
                return TryDecode(document, address, start, trained, destination, depth)
                    && TryDecodePlain(document, rest, count - start, trained, destination[start..]);
            }
        }

        return TryDecodePlain(document, address, count, trained, destination);
    }

    /// <summary>Decodes the first bytes of a self-contained string.</summary>
    private static bool TryDecodePlain(ReadOnlySpan<byte> document, int address, int count, scoped in SymbolTableView trained, Span<byte> destination)
    {
        var codes = Codes(document, address, out var encoding, out var length);
        if (encoding == StringEncoding.Trained && trained.IsMissing)
        {
            ThrowHelper.NoSymbolTable(address);
        }

        if (count > length)
        {
            return false;
        }

        // The last code may exceed the count, and the destination may have no space for it.
        return StringCodec.TryDecodeStart(encoding, codes, count, length, trained, destination)
            || TryDecodeAside(encoding, codes, count, length, trained, destination);
    }

    [SkipLocalsInit]
    private static bool TryDecodeAside(
        StringEncoding encoding, ReadOnlySpan<byte> codes, int count, int length, scoped in SymbolTableView trained, Span<byte> destination)
    {
        Span<byte> text = stackalloc byte[MaxStart + MaxCode + EncodedText.Slack];
        return StringCodec.TryDecodeStart(encoding, codes, count, length, trained, text) && text[..count].TryCopyTo(destination);
    }

    /// <summary>Reads the parts of a self-contained string.</summary>
    /// <param name="document">The document, or its values.</param>
    /// <param name="address">The address of the string.</param>
    /// <param name="encoding">Receives the encoding. For other values, it is <see cref="StringEncoding.Raw"/> and the text is empty.</param>
    /// <param name="length">Receives the size of the text in bytes.</param>
    /// <returns>The bytes of the string, and all bytes after them in the document.</returns>
    /// <exception cref="BlittableException">The string ends outside the document.</exception>
    public static ReadOnlySpan<byte> Codes(ReadOnlySpan<byte> document, int address, out StringEncoding encoding, out int length)
    {
        var tag = RawBytes.ReadTag(document, address);
        if (IsEncoded(tag))
        {
            encoding = (StringEncoding)(tag - Tag.EncodedString + 1);
            return EncodedText.Codes(document, address, out length);
        }

        encoding = StringEncoding.Raw;
        length = 0;
        if (!IsRaw(tag))
        {
            return default;
        }

        StoredText.TryGetUtf8(document, address, null, out var text);
        length = text.Length;
        return RawBytes.From(document, address + 1 + (tag switch { Tag.String16 => sizeof(ushort), Tag.String32 => sizeof(uint), _ => 0 }));
    }

    /// <summary>Determines whether a string may continue a value with this tag.</summary>
    public static bool IsString(byte tag) => IsRaw(tag) || IsEncoded(tag) || tag == Tag.ContinuedString;

    private static bool IsRaw(byte tag) => tag is >= Tag.ShortString and <= Tag.ShortStringLast or Tag.String16 or Tag.String32;

    private static bool IsEncoded(byte tag) => tag is >= Tag.EncodedString and <= Tag.EncodedStringLast;
}
