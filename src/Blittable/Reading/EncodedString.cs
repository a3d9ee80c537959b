using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Reading;

/// <summary>Creates .NET strings from encoded strings.</summary>
/// <remarks>
/// Most strings are short, so the overhead of reaching the decoder matters as much as decoding. Each encoding therefore has a method that inlines its
/// decoder and depends on nothing in its caller.
/// </remarks>
internal static class EncodedString
{
    /// <summary>The maximum size in bytes of a text that is decoded on the stack.</summary>
    private const int StackText = 512;

    private const int StackBytes = StackText + EncodedText.Slack;

    /// <summary>The result of <see cref="EncodedText.EncodingOf"/> for a string that continues an earlier string.</summary>
    private const StringEncoding Continued = (StringEncoding)(Tag.ContinuedString - Tag.EncodedString + 1);

    /// <summary>Creates a string from the encoded string at an address. The caller has checked the tag.</summary>
    /// <exception cref="BlittableException">The string is damaged or longer than the document can hold, or its symbol table is missing.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static string Create(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary)
    {
        var length = RawBytes.ReadByte(document, address + 1);
        return length <= Varint.MaxOneByte
            ? FromCodes(document, address, dictionary, RawBytes.From(document, address + 2), length)
            : CreateLonger(document, address, dictionary);
    }

    /// <summary>Creates a string from an encoded string whose length field has more than one byte.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string CreateLonger(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary)
    {
        if (RawBytes.ReadTag(document, address) != Tag.ContinuedString)
        {
            var codes = EncodedText.Codes(document, address, out var length);
            if (length <= StackText)
            {
                return FromCodes(document, address, dictionary, codes, length);
            }
        }

        return CreateOther(document, address, dictionary);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static string FromCodes(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, ReadOnlySpan<byte> codes, int length)
    {
        var encoding = EncodedText.EncodingOf(RawBytes.ReadTag(document, address));
        switch (encoding)
        {
            case StringEncoding.Smaz or StringEncoding.General or StringEncoding.Trained
                when EncodedText.SymbolsInMemory(encoding, document, dictionary) is { } symbols:
                return FromSymbols(symbols, codes, length, address);
            case StringEncoding.NibbleDecimal or StringEncoding.NibbleHex:
                return FromDigits(encoding, codes, length, address);
            case Continued:
                return FromContinued(document, address, dictionary);
            default:
                return CreateOther(document, address, dictionary);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static string FromSymbols(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int length, int address)
    {
        Span<byte> text = stackalloc byte[StackBytes];
        if (!SymbolDecoder.DecodeWhole(symbols, codes, length, text))
        {
            EncodedText.ThrowDamaged(length, address);
        }

        return Utf16StringKernel.Create(text[..length]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static string FromDigits(StringEncoding encoding, ReadOnlySpan<byte> codes, int length, int address)
    {
        Span<byte> text = stackalloc byte[StackBytes];
        if (!Nibbles.TryDecode(encoding, codes, length, text))
        {
            EncodedText.ThrowDamaged(length, address);
        }

        return Utf16StringKernel.Create(text[..length]);
    }

    /// <summary>Creates a string from a string that continues an earlier one. Usually, both are short, and the earlier string continues no other string.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static string FromContinued(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary)
    {
        Span<byte> text = stackalloc byte[ContinuedText.MaxStart + StackBytes];
        var rest = ContinuedText.Read(document, address, out var start, out var origin);
        return TryDecodeStart(document, origin, dictionary, start, text) && TryDecodeRest(document, rest, dictionary, text[start..], out var length)
            ? Utf16StringKernel.Create(text[..(start + length)])
            : CreateOther(document, address, dictionary);
    }

    /// <summary>Decodes the first bytes of a string that has one of the common forms. More bytes may be written.</summary>
    private static bool TryDecodeStart(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, int start, Span<byte> destination)
    {
        var tag = RawBytes.ReadTag(document, address);
        if (tag - Tag.ShortString is >= 0 and <= Tag.MaxShortString)
        {
            return start <= tag - Tag.ShortString && TryCopyShort(document, address, destination);
        }

        if (!EncodedText.IsEncoded(tag) || tag == Tag.ContinuedString
            || EncodedText.SymbolsInMemory(EncodedText.EncodingOf(tag), document, dictionary) is not { } symbols)
        {
            return false;
        }

        var codes = EncodedText.Codes(document, address, out var length);
        return start <= length && SymbolDecoder.Decode(symbols, codes, start, destination, out _, out var written) && written >= start;
    }

    private static bool TryDecodeRest(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary, Span<byte> destination, out int length)
    {
        length = RawBytes.ReadTag(document, address) - Tag.ShortString;
        return (uint)length <= Tag.MaxShortString
            ? TryCopyShort(document, address, destination)
            : EncodedText.TryDecodePlain(document, address, dictionary, destination, out length);
    }

    /// <summary>Copies the longest possible text of a tag, because a constant length needs no call.</summary>
    /// <returns>False close to the end of the document.</returns>
    private static bool TryCopyShort(ReadOnlySpan<byte> document, int address, Span<byte> destination)
    {
        var fits = RawBytes.Fits(document, address + 1, Tag.MaxShortString);
        if (fits)
        {
            document.Slice(address + 1, Tag.MaxShortString).CopyTo(destination);
        }

        return fits;
    }

    /// <summary>Creates a string from an encoded string that is long, is continued, or uses the document's own symbols.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static string CreateOther(ReadOnlySpan<byte> document, int address, DictionarySnapshot? dictionary)
    {
        EncodedText.TryRead(document, address, dictionary, out var text);
        if (text.Length > StackText)
        {
            return CreateLong(text);
        }

        Span<byte> buffer = stackalloc byte[StackBytes];
        text.Decode(buffer);
        return Utf16StringKernel.Create(buffer[..text.Length]);
    }

    private static string CreateLong(scoped in EncodedText text)
    {
        var rented = ArrayPool<byte>.Shared.Rent(text.Length + EncodedText.Slack);
        try
        {
            text.Decode(rented);
            return Utf16StringKernel.Create(rented.AsSpan(0, text.Length));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }
}
