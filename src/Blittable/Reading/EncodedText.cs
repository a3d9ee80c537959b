using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Reading;

/// <summary>Represents an encoded string: its codes, and the size of its text in UTF-8. Its first bytes may come from an earlier
/// string.</summary>
internal readonly ref struct EncodedText
{
    /// <summary>The number of bytes after the text that decoders may overwrite. They speed up decoding.</summary>
    public const int Slack = StringCodec.SpareBytes;

    /// <summary>The maximum number of text bytes per byte of codes, in any encoding. Bounds the memory allocated for a damaged length.</summary>
    public const int MaxExpansion = 8;

    private readonly ReadOnlySpan<byte> _bytes;
    private readonly SymbolTableView _trained;
    private readonly StringEncoding _encoding;
    private readonly int _address;
    private readonly int _offset;

    private EncodedText(StringEncoding encoding, ReadOnlySpan<byte> codes, SymbolTableView trained, int length, int address)
    {
        _encoding = encoding;
        _bytes = codes;
        _trained = trained;
        _address = address;
        Length = length;
    }

    /// <summary>Creates a string whose start comes from an earlier string, which is located in the whole document.</summary>
    private EncodedText(
        StringEncoding encoding, ReadOnlySpan<byte> document, int offset, SymbolTableView trained, int length, int address, int start, int origin)
        : this(encoding, document, trained, length, address)
    {
        _offset = offset;
        Start = start;
        Origin = origin;
    }

    /// <summary>Gets the size of the text in bytes.</summary>
    public int Length { get; }

    /// <summary>Gets the number of bytes in common with an earlier string, and its address. Both are 0 without an earlier string.</summary>
    public int Start { get; }

    /// <inheritdoc cref="Start"/>
    public int Origin { get; }

    private ReadOnlySpan<byte> Rest => _bytes[_offset..];

    /// <summary>Returns the address of the codes in the document that contains the string.</summary>
    public int CodesAddress(ReadOnlySpan<byte> document) => document.Length - _bytes.Length + _offset;

    /// <summary>Locates the codes of the string at an address.</summary>
    /// <returns>False if the tag is not the tag of an encoded string.</returns>
    /// <exception cref="BlittableException">The string is longer than the document can hold, or its symbol table is missing.</exception>
    public static bool TryRead(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, out EncodedText text)
    {
        var tag = RawBytes.ReadTag(document, address);
        if ((uint)(tag - Tag.EncodedString) > Tag.EncodedStringLast - Tag.EncodedString)
        {
            return TryReadContinued(document, address, tag, dictionary, out text);
        }

        var codes = Codes(document, address, out var length);
        var encoding = EncodingOf(tag);
        text = new EncodedText(encoding, codes, SymbolsOf(encoding, document, dictionary, address), length, address);
        return true;
    }

    /// <summary>Determines whether a tag is the tag of an encoded string, continued or not.</summary>
    public static bool IsEncoded(byte tag) => (uint)(tag - Tag.EncodedString) <= Tag.ContinuedString - Tag.EncodedString;

    /// <summary>Returns the text size in bytes of the encoded string at an address. The caller has checked the tag.</summary>
    /// <exception cref="BlittableException">The string is longer than the document can hold.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int LengthAt(ReadOnlySpan<byte> document, int address)
    {
        if (RawBytes.ReadTag(document, address) != Tag.ContinuedString)
        {
            Codes(document, address, out var length);
            return length;
        }

        ContinuedText.Codes(document, ContinuedText.Read(document, address, out var start, out _), out _, out var rest);
        return start + rest;
    }

    /// <summary>Decodes a string that needs neither the document's symbol table nor an earlier string, like most strings.</summary>
    /// <param name="document">The document.</param>
    /// <param name="address">The address of the string.</param>
    /// <param name="dictionary">The document's dictionary, if any.</param>
    /// <param name="destination">The destination. Bytes after the text may be overwritten, and <see cref="Slack"/> of them speed up decoding.</param>
    /// <param name="written">Receives the size of the text in bytes.</param>
    /// <returns>False for any other value, a text that exceeds the destination, and damaged codes. <see cref="TryRead"/> distinguishes them.</returns>
    /// <exception cref="BlittableException">The string is longer than the document can hold.</exception>
    public static bool TryDecodePlain(
        ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, Span<byte> destination, out int written)
    {
        var encoding = RawBytes.ReadTag(document, address) - Tag.EncodedString + 1;
        written = 0;
        if ((uint)(encoding - 1) > Tag.EncodedStringLast - Tag.EncodedString)
        {
            return false;
        }

        var codes = Codes(document, address, out written);
        if (written > destination.Length)
        {
            return false;
        }

        return SymbolsInMemory((StringEncoding)encoding, document, dictionary) is { } symbols
            ? SymbolDecoder.DecodeWhole(symbols, codes, written, destination)
            : encoding is (int)StringEncoding.NibbleDecimal or (int)StringEncoding.NibbleHex
                && Nibbles.TryDecode((StringEncoding)encoding, codes, written, destination);
    }

    /// <summary>Determines whether the encoded string at an address equals a text. A damaged string does not equal any text.</summary>
    /// <exception cref="BlittableException">The string is longer than the document can hold, or its symbol table is missing.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool AreEqual(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, ReadOnlySpan<byte> utf8)
    {
        var tag = RawBytes.ReadTag(document, address);
        if (tag == Tag.ContinuedString)
        {
            return ContinuedEquals(document, address, dictionary, utf8);
        }

        // Compare the lengths first. If they differ, no symbol table is needed.
        var codes = Codes(document, address, out var length);
        var encoding = EncodingOf(tag);
        return length == utf8.Length
            && (SymbolsInMemory(encoding, document, dictionary) is { } symbols ? StringCodec.Equals(symbols, codes, utf8)
                : encoding == StringEncoding.Trained ? TrainedEquals(document, address, dictionary, codes, utf8)
                : StringCodec.Equals(encoding, codes, length, default, utf8));
    }

    /// <summary>Returns the codes of the encoded string at an address, and all bytes after them.</summary>
    /// <exception cref="BlittableException">The string is longer than the document can hold.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<byte> Codes(ReadOnlySpan<byte> document, int address, out int length)
    {
        var offset = address + 1;
        var declared = RawBytes.ReadVarint(document, ref offset);
        var codes = RawBytes.From(document, offset);
        if (declared > (ulong)codes.Length * MaxExpansion || declared > (uint)Array.MaxLength)
        {
            ThrowHelper.InvalidCount(declared, "characters", address);
        }

        length = (int)declared;
        return codes;
    }

    /// <summary>Decodes the text.</summary>
    /// <param name="destination">At least <see cref="Length"/> bytes, preferably <see cref="Slack"/> more, which may be overwritten.</param>
    /// <returns>The number of bytes of codes.</returns>
    /// <exception cref="BlittableException">The codes are damaged.</exception>
    public int Decode(Span<byte> destination)
    {
        if (Start > 0)
        {
            DecodeStart(destination);
            return DecodeRest(destination[Start..]);
        }

        if (!StringCodec.TryDecode(_encoding, _bytes, Length, _trained, destination, out var consumed))
        {
            ThrowDamaged(Length, _address);
        }

        return consumed;
    }

    /// <summary>Decodes the text after the start.</summary>
    /// <inheritdoc cref="Decode"/>
    public int DecodeRest(Span<byte> destination)
    {
        if (!StringCodec.TryDecode(_encoding, Rest, Length - Start, _trained, destination, out var consumed))
        {
            ThrowDamaged(Length - Start, _address);
        }

        return consumed;
    }

    /// <summary>Decodes the next bytes of the text, up to the end of a code.</summary>
    /// <param name="goal">The number of bytes to decode: at most the remaining bytes, and in the first call at least <see cref="Start"/>.</param>
    /// <param name="done">The number of text bytes already decoded.</param>
    /// <param name="codes">The number of bytes of codes already consumed. Updated by the call.</param>
    /// <param name="destination">The destination, with space for the goal, <see cref="ContinuedText.MaxCode"/> and <see cref="Slack"/>.</param>
    /// <returns>The number of text bytes decoded.</returns>
    /// <exception cref="BlittableException">The codes are damaged.</exception>
    public int DecodePiece(int goal, int done, ref int codes, Span<byte> destination)
    {
        if (done < Start)
        {
            DecodeStart(destination);
            return Start;
        }

        if (!StringCodec.TryDecodePiece(_encoding, Rest[codes..], goal, Length - done, _trained, destination, out var consumed, out var written) || written > Length - done)
        {
            ThrowDamaged(Length, _address);
        }

        codes += consumed;
        return written;
    }

    /// <summary>Returns the symbols of Smaz, of the general table, or of a dictionary with only one table. The dictionary is used only if the document has no
    /// table.</summary>
    /// <returns>Null if finding the table takes more work, and for encodings without symbols.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ExpandedSymbols? SymbolsInMemory(StringEncoding encoding, ReadOnlySpan<byte> document, DictionarySnapshot? dictionary) =>
        encoding == StringEncoding.Smaz ? SmazCodebook.Expanded
            : encoding == StringEncoding.General ? GeneralSymbols.Table.Expanded
            : encoding == StringEncoding.Trained && (document[^1] & Trailer.HasSymbols) == 0 ? dictionary?.OnlySymbols?.Expanded
            : null;

    /// <summary>Returns the symbols of trained strings if they are in memory, or null if they are read in place or missing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ExpandedSymbols? TrainedSymbols(ReadOnlySpan<byte> document, DictionarySnapshot? dictionary) =>
        SymbolsInMemory(StringEncoding.Trained, document, dictionary) ?? ExpandedSymbolsOf(document, dictionary);

    /// <summary>Throws because codes do not decode to a text with the specified length.</summary>
    [DoesNotReturn]
    public static void ThrowDamaged(int length, int address) =>
        ThrowHelper.InvalidData($"codes for {length} bytes of text", "invalid codes", address);

    /// <summary>Returns the encoding for the tag of an encoded string that is not continued.</summary>
    public static StringEncoding EncodingOf(byte tag) => (StringEncoding)(tag - Tag.EncodedString + 1);

    private static SymbolTableView SymbolsOf(StringEncoding encoding, ReadOnlySpan<byte> document, DictionarySnapshot? dictionary, int address)
    {
        SymbolTableView trained = default;
        if (encoding == StringEncoding.Trained && !TryOpenSymbols(document, dictionary, out trained))
        {
            ThrowHelper.NoSymbolTable(address);
        }

        return trained;
    }

    /// <summary>Returns the expanded symbols for a document's trained strings, or null if they are read in place or missing.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ExpandedSymbols? ExpandedSymbolsOf(ReadOnlySpan<byte> document, DictionarySnapshot? dictionary) =>
        TryOpenSymbols(document, dictionary, out var table) ? table.Expanded : null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TrainedEquals(
        ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> utf8) =>
        StringCodec.Equals(StringEncoding.Trained, codes, utf8.Length, SymbolsOf(StringEncoding.Trained, document, dictionary, address), utf8);

    /// <summary>Determines whether a continued string equals a text. Compares the length, the rest and the start, in this order.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool ContinuedEquals(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, ReadOnlySpan<byte> utf8)
    {
        ContinuedText.Codes(document, ContinuedText.Read(document, address, out var start, out _), out _, out var length);
        return start + length == utf8.Length
            && TryReadContinued(document, address, Tag.ContinuedString, dictionary, out var text)
            && StringCodec.Equals(text._encoding, text.Rest, length, text._trained, utf8[start..])
            && text.StartEquals(utf8);
    }

    private static bool TryReadContinued(ReadOnlySpan<byte> document, int address, byte tag, DictionarySnapshot? dictionary, out EncodedText text)
    {
        text = default;
        if (tag != Tag.ContinuedString)
        {
            return false;
        }

        var rest = ContinuedText.Read(document, address, out var start, out var origin);
        var codes = ContinuedText.Codes(document, rest, out var encoding, out var length);
        SymbolTableView trained = default;
        if (dictionary is { IsDictionary: true } or { OwnSymbols: not null } || (document[^1] & Trailer.HasSymbols) != 0)
        {
            TryOpenSymbols(document, dictionary, out trained);
        }

        if (encoding == StringEncoding.Trained && trained.IsMissing)
        {
            ThrowHelper.NoSymbolTable(address);
        }

        text = new EncodedText(encoding, document, document.Length - codes.Length, trained, start + length, address, start, origin);
        return true;
    }

    private void DecodeStart(Span<byte> destination)
    {
        if (!ContinuedText.TryDecode(_bytes, Origin, Start, _trained, destination, depth: 1))
        {
            ThrowHelper.InvalidData(
                $"a continuation of a string of at least {Start} bytes", $"a reference to byte {Origin}, where no such string starts", _address);
        }
    }

    private bool StartEquals(ReadOnlySpan<byte> utf8)
    {
        var codes = ContinuedText.Codes(_bytes, Origin, out var encoding, out var length);
        var start = utf8[..Start];
        if (Start <= length && encoding == StringEncoding.Raw)
        {
            return codes.StartsWith(start);
        }

        return DecodedStartEquals(start);
    }

    /// <summary>Compares the start with an earlier string that is encoded.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private bool DecodedStartEquals(ReadOnlySpan<byte> utf8)
    {
        Span<byte> start = stackalloc byte[ContinuedText.MaxStart + Slack];
        return ContinuedText.TryDecode(_bytes, Origin, Start, _trained, start, depth: 1) && utf8.SequenceEqual(start[..Start]);
    }

    /// <summary>Opens the symbol table of the document, or otherwise of its dictionary at the document's version.</summary>
    private static bool TryOpenSymbols(ReadOnlySpan<byte> document, DictionarySnapshot? dictionary, out SymbolTableView table)
    {
        if (dictionary?.OnlySymbols is { } only && (document[^1] & Trailer.HasSymbols) == 0)
        {
            table = only.View;
            return true;
        }

        if (dictionary?.OwnSymbols?.Table(document) is { } own)
        {
            table = own.View;
            return true;
        }

        var trailer = Trailer.Read(document);
        if ((trailer.Flags & Trailer.HasSymbols) == 0 && dictionary?.Symbols(trailer.DictionaryVersion) is { } shared)
        {
            table = shared.View;
            return true;
        }

        return SymbolTableView.TryOpen(trailer.Symbols, out table);
    }
}
