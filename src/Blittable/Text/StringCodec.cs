using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Strings;

namespace Blittable.Text;

/// <summary>The strings of a document: picks an encoding for each while writing, and undoes it while reading.</summary>
/// <remarks>
/// The document stores the encoding and the decoded length. The encoded length is not stored: decoding stops when the
/// decoded length has been reached, and a code that would go past it is an error.
/// </remarks>
internal static class StringCodec
{
    /// <summary>Below this many bytes a raw string has its length in the tag; an encoded one always has a length byte, and must save that too.</summary>
    private const int ShortRawLimit = 64;

    /// <summary>
    /// Smaz must save a sixth of a text: restoring a string takes several times as long as copying it, which a few saved bytes do not outweigh.
    /// Addresses of web pages, which it shortens by a twentieth, took a tenth of the time in which a document of books is rendered. Other tables were
    /// chosen for the bytes.
    /// </summary>
    public const int LeastPart = 6;

    /// <summary>And more than so many bytes: a short text takes as long to restore as one of 50 bytes.</summary>
    private const int LeastBytes = 4;

    /// <summary>Texts shorter than this cannot gain anything.</summary>
    public const int MinLength = 3;

    /// <summary>Longer texts stay raw, so that no size here can overflow.</summary>
    private const int MaxLength = 1 << 29;

    /// <summary>Up to this length a string is compared through a buffer on the stack.</summary>
    private const int StackLimit = 512;

    /// <summary>Room after a text that lets it be decoded faster.</summary>
    public const int SpareBytes = SymbolTable.SpareBytes;

    /// <summary>Bytes that compression may write for a text: escapes can double it, and kernels store whole vectors.</summary>
    public static int MaxEncodedLength(int textLength) => textLength > MaxLength ? 0 : (2 * textLength) + SymbolEncoder.Slack;

    /// <summary>Encodes UTF-8 text in the smallest way that is allowed.</summary>
    /// <param name="text">The text.</param>
    /// <param name="compression">The compression allowed.</param>
    /// <param name="trained">The table for <see cref="StringCompression.Trained"/>; the general table stands in for null.</param>
    /// <param name="destination">At least <see cref="MaxEncodedLength"/> bytes.</param>
    /// <param name="written">Encoded bytes; 0 for <see cref="StringEncoding.Raw"/>.</param>
    /// <param name="saved">The bytes that a trained table saves compared with what <see cref="StringCompression.Smaz"/> would store.</param>
    /// <returns>The encoding, or <see cref="StringEncoding.Raw"/> when the text is under 3 bytes or too little would be saved.</returns>
    public static StringEncoding Compress(
        ReadOnlySpan<byte> text, StringCompression compression, SymbolTable? trained, Span<byte> destination, out int written, out int saved)
    {
        written = saved = 0;
        if (text.Length < MinLength || text.Length > MaxLength || compression == StringCompression.None)
        {
            return StringEncoding.Raw;
        }

        var encoding = Nibbles.Classify(text);
        if (encoding != StringEncoding.Raw)
        {
            return PackDigits(encoding, text, destination, out written);
        }

        switch (compression)
        {
            case StringCompression.Smaz:
                encoding = StringEncoding.Smaz;
                written = SmazEncoder.Encode(text, destination);
                break;
            case StringCompression.Trained:
                return CompressSmallest(text, trained, destination, out written, out saved);
            default:
                encoding = StringEncoding.General;
                written = GeneralSymbols.Table.Compress(text, destination);
                break;
        }

        if (written < 0 || written > MostEncoded(encoding, text.Length))
        {
            written = 0;
            return StringEncoding.Raw;
        }

        return encoding;
    }

    /// <inheritdoc cref="Compress(ReadOnlySpan{byte}, StringCompression, SymbolTable?, Span{byte}, out int, out int)"/>
    public static StringEncoding Compress(ReadOnlySpan<byte> text, StringCompression compression, SymbolTable? trained, Span<byte> destination, out int written) =>
        Compress(text, compression, trained, destination, out written, out _);

    /// <summary>Encodes a text by a table or by Smaz, whichever takes fewer bytes: what a table does not know, Smaz may.</summary>
    private static StringEncoding CompressSmallest(ReadOnlySpan<byte> text, SymbolTable? trained, Span<byte> destination, out int written, out int saved)
    {
        var encoding = trained is null ? StringEncoding.General : StringEncoding.Trained;
        written = (trained ?? GeneralSymbols.Table).Compress(text, destination);
        written = written < 0 ? text.Length : written;
        var other = destination[written..];
        var smaz = SmazPredictionKernel.PredictSaved(text) > 0 ? SmazEncoder.Encode(text, other) : -1;
        saved = (smaz >= 0 && smaz <= MostEncoded(StringEncoding.Smaz, text.Length) ? smaz : text.Length) - written;
        if (smaz >= 0 && smaz < written)
        {
            other[..smaz].CopyTo(destination);
            (encoding, written, saved) = (StringEncoding.Smaz, smaz, 0);
        }

        if (written > MostEncoded(StringEncoding.General, text.Length))
        {
            written = saved = 0;
            return StringEncoding.Raw;
        }

        return encoding;
    }

    /// <summary>Decodes a string of known length.</summary>
    /// <param name="encoding">How it is stored.</param>
    /// <param name="codes">Its encoded bytes, and whatever follows them.</param>
    /// <param name="decodedLength">Bytes of text to decode.</param>
    /// <param name="trained">The table of <see cref="StringEncoding.Trained"/>.</param>
    /// <param name="destination">At least <paramref name="decodedLength"/> bytes. Bytes after these may be overwritten, and room for them makes
    /// decoding faster.</param>
    /// <param name="consumed">Encoded bytes read.</param>
    /// <returns>False if the codes run out, mean nothing, or do not end at the length.</returns>
    public static bool TryDecode(
        StringEncoding encoding, ReadOnlySpan<byte> codes, int decodedLength, scoped in SymbolTableView trained, Span<byte> destination, out int consumed)
    {
        int written;
        switch (encoding)
        {
            case StringEncoding.Raw:
                consumed = decodedLength;
                return (uint)decodedLength <= (uint)codes.Length && codes[..decodedLength].TryCopyTo(destination);
            case StringEncoding.Smaz:
                return SymbolDecoder.Decode(SmazCodebook.Expanded, codes, decodedLength, destination, out consumed, out written)
                    && written == decodedLength;
            case StringEncoding.NibbleDecimal:
            case StringEncoding.NibbleHex:
                consumed = Nibbles.EncodedLength(decodedLength);
                return Nibbles.TryDecode(encoding, codes, decodedLength, destination);
            case StringEncoding.General:
                return SymbolDecoder.Decode(GeneralSymbols.Table.Expanded, codes, decodedLength, destination, out consumed, out written)
                    && written == decodedLength;
            case StringEncoding.Trained:
                return SymbolDecoder.Decode(trained, codes, decodedLength, destination, out consumed, out written) && written == decodedLength;
            default:
                consumed = 0;
                return false;
        }
    }

    /// <summary>Decodes the first bytes of a string, up to where a code ends.</summary>
    /// <param name="encoding">How it is stored.</param>
    /// <param name="codes">Its encoded bytes, and whatever follows them.</param>
    /// <param name="goal">Bytes of text wanted.</param>
    /// <param name="decodedLength">Bytes of text that the whole string has, no less.</param>
    /// <param name="trained">The table of <see cref="StringEncoding.Trained"/>.</param>
    /// <param name="destination">The goal, room for the longest code, and for what decoders store after it.</param>
    /// <returns>False if the codes run out, or mean nothing.</returns>
    public static bool TryDecodeStart(
        StringEncoding encoding, ReadOnlySpan<byte> codes, int goal, int decodedLength, scoped in SymbolTableView trained, Span<byte> destination)
    {
        return TryDecodePiece(encoding, codes, goal, decodedLength, trained, destination, out _, out _);
    }

    /// <summary>Decodes the next bytes of a string, up to where a code ends.</summary>
    /// <param name="encoding">How it is stored.</param>
    /// <param name="codes">Its codes that have not been decoded yet, and whatever follows them.</param>
    /// <param name="goal">Bytes of text wanted.</param>
    /// <param name="left">Bytes of text that these codes stand for, no less.</param>
    /// <param name="trained">The table of <see cref="StringEncoding.Trained"/>.</param>
    /// <param name="destination">The goal, room for the longest code, and for what decoders store after it.</param>
    /// <param name="consumed">Encoded bytes read.</param>
    /// <param name="written">Bytes of text, at least the goal.</param>
    /// <returns>False if the codes run out, or mean nothing.</returns>
    public static bool TryDecodePiece(
        StringEncoding encoding, ReadOnlySpan<byte> codes, int goal, int left, scoped in SymbolTableView trained, Span<byte> destination, out int consumed, out int written)
    {
        switch (encoding)
        {
            case StringEncoding.Smaz:
                return SymbolDecoder.Decode(SmazCodebook.Expanded, codes, goal, destination, out consumed, out written) && written >= goal;
            case StringEncoding.General:
                return SymbolDecoder.Decode(GeneralSymbols.Table.Expanded, codes, goal, destination, out consumed, out written) && written >= goal;
            case StringEncoding.Trained:
                return SymbolDecoder.Decode(trained, codes, goal, destination, out consumed, out written) && written >= goal;
            default:
                // Nibbles come in pairs.
                written = Math.Min(goal + (goal & 1), left);
                return TryDecode(encoding, codes, written, trained, destination, out consumed);
        }
    }

    /// <summary>Determines whether an encoded string is a text, without allocating. A damaged string equals nothing.</summary>
    /// <remarks>Most texts that differ do so in their first symbol.</remarks>
    public static bool Equals(StringEncoding encoding, ReadOnlySpan<byte> codes, int decodedLength, scoped in SymbolTableView trained, ReadOnlySpan<byte> text)
    {
        if (text.Length != decodedLength)
        {
            return false;
        }

        return encoding switch
        {
            StringEncoding.Raw => codes.StartsWith(text),
            StringEncoding.Smaz => Equals(SmazCodebook.Expanded, codes, text),
            StringEncoding.General => Equals(GeneralSymbols.Table.Expanded, codes, text),
            _ => DecodedEquals(encoding, codes, trained, text),
        };
    }

    /// <summary>The same for a symbol table that is held in memory, and a text of as many bytes.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="codes">The codes, and possibly what follows them.</param>
    /// <param name="text">The text.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    public static bool Equals(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text)
    {
        if (!SymbolDecoder.MayStart(symbols, codes, text))
        {
            return false;
        }

        if (text.Length <= StackLimit)
        {
            Span<byte> buffer = stackalloc byte[StackLimit + SpareBytes];
            return SymbolDecoder.DecodeWhole(symbols, codes, text.Length, buffer) && buffer[..text.Length].SequenceEqual(text);
        }

        var rented = ArrayPool<byte>.Shared.Rent(text.Length + SpareBytes);
        var equal = SymbolDecoder.DecodeWhole(symbols, codes, text.Length, rented) && rented.AsSpan(0, text.Length).SequenceEqual(text);
        ArrayPool<byte>.Shared.Return(rented);
        return equal;
    }

    /// <summary>The same for other encodings.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static bool DecodedEquals(StringEncoding encoding, ReadOnlySpan<byte> codes, scoped in SymbolTableView trained, ReadOnlySpan<byte> text)
    {
        if (text.Length <= StackLimit)
        {
            Span<byte> buffer = stackalloc byte[StackLimit + SpareBytes];
            return TryDecode(encoding, codes, text.Length, trained, buffer, out _) && buffer[..text.Length].SequenceEqual(text);
        }

        var rented = ArrayPool<byte>.Shared.Rent(text.Length + SpareBytes);
        var equal = TryDecode(encoding, codes, text.Length, trained, rented, out _) && rented.AsSpan(0, text.Length).SequenceEqual(text);
        ArrayPool<byte>.Shared.Return(rented);
        return equal;
    }

    private static StringEncoding PackDigits(StringEncoding encoding, ReadOnlySpan<byte> text, Span<byte> destination, out int written)
    {
        written = Nibbles.EncodedLength(text.Length);
        if (written > MostEncoded(encoding, text.Length))
        {
            written = 0;
            return StringEncoding.Raw;
        }

        Nibbles.Encode(encoding, text, destination);
        return encoding;
    }

    /// <summary>The most bytes of codes that are stored instead of a text.</summary>
    public static int MostEncoded(StringEncoding encoding, int rawLength)
    {
        var least = encoding == StringEncoding.Smaz ? Math.Max(rawLength / LeastPart, LeastBytes) : 0;
        return Math.Max(0, rawLength - (rawLength < ShortRawLimit ? 1 : 0) - least - 1);
    }
}
