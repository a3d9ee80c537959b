using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Reading;

/// <summary>A string that begins like an earlier one: it holds how much of that one it takes, and the rest as a string of its own.</summary>
/// <remarks>
/// <code>
/// F7 | start u8 | distance back to the earlier string varint | the rest: a raw or encoded string
/// </code>
/// The start may end within a code of the earlier string. It has at most 255 bytes, and an earlier string may be continued itself, but not deeper than
/// <see cref="MaxDepth"/>: so a text costs little more than its length, whatever a damaged document says.
/// </remarks>
internal static class ContinuedText
{
    /// <summary>The most bytes of an earlier string that one can take.</summary>
    public const int MaxStart = byte.MaxValue;

    /// <summary>A string that stands by itself has depth 0, one that continues it depth 1.</summary>
    public const int MaxDepth = 2;

    /// <summary>The most bytes that a code stands for: a run of Smaz.</summary>
    public const int MaxCode = 256;

    /// <summary>Reads what stands before the rest.</summary>
    /// <param name="document">The document, or its values.</param>
    /// <param name="address">Where the string's tag is.</param>
    /// <param name="start">Bytes of text that the earlier string gives, at least 1.</param>
    /// <param name="origin">Where the earlier string is.</param>
    /// <returns>Where the rest is.</returns>
    /// <exception cref="BlittableException">The distance leads to no byte before, or the rest is not such a string.</exception>
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
            ThrowHelper.InvalidTag(tag, "a raw or encoded string after the start of another", rest);
        }

        origin = address - (int)distance;
        return rest;
    }

    /// <summary>Decodes the first bytes of a string.</summary>
    /// <param name="document">The document, or its values.</param>
    /// <param name="address">Where the string is.</param>
    /// <param name="count">Bytes wanted, at most <see cref="MaxStart"/>.</param>
    /// <param name="trained">The document's symbol table, if it has one.</param>
    /// <param name="destination">At least <paramref name="count"/> bytes; bytes after these may be overwritten, and room for them makes decoding
    /// faster.</param>
    /// <param name="depth">The depth of a string that takes these bytes.</param>
    /// <returns>False if there is no such text, or the string is continued too deep.</returns>
    /// <exception cref="BlittableException">The string does not fit into the document, or its symbol table is missing.</exception>
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

    /// <summary>The same for a string that stands by itself.</summary>
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

        // The last code may go past the goal, for which there may be no room.
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

    /// <summary>The parts of a string that stands by itself.</summary>
    /// <param name="document">The document, or its values.</param>
    /// <param name="address">Where the string is.</param>
    /// <param name="encoding">How it is encoded; another value has <see cref="StringEncoding.Raw"/> and no text.</param>
    /// <param name="length">Bytes of its text.</param>
    /// <returns>Its bytes, and what follows them in the document.</returns>
    /// <exception cref="BlittableException">The string does not fit into the document.</exception>
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

    private static bool IsRaw(byte tag) => tag is >= Tag.ShortString and <= Tag.ShortStringLast or Tag.String16 or Tag.String32;

    private static bool IsEncoded(byte tag) => tag is >= Tag.EncodedString and <= Tag.EncodedStringLast;
}
