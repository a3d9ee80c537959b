using System.Buffers;
using System.Runtime.CompilerServices;

namespace Blittable.Text;

/// <summary>Encodes and decodes the strings of a document. The encoder chooses an encoding for each string.</summary>
/// <remarks>
/// The document stores the encoding and the decoded length. It does not store the encoded length: decoding stops at the
/// decoded length, and a code that would exceed it is an error.
/// </remarks>
internal static class StringCodec
{
    /// <summary>The minimum size of a raw string with a separate length field. A shorter raw string has its length in the tag, so encoding it must save
    /// another byte.</summary>
    private const int ShortRawLimit = 64;

    /// <summary>
    /// The reciprocal of the minimum fraction of a text that Smaz must save. Decoding takes several times as long as copying, which a few saved bytes do not
    /// justify. URLs, which Smaz shortens by a twentieth, took a tenth of the time to render a document of books. Other tables were trained to
    /// minimize size.
    /// </summary>
    public const int LeastPart = 6;

    /// <summary>Smaz must also save more than this number of bytes. A short text takes as long to decode as a text of 50 bytes.</summary>
    private const int LeastBytes = 4;

    /// <summary>The minimum length of an encoded text. Shorter texts cannot be shortened.</summary>
    public const int MinLength = 3;

    /// <summary>The maximum length of an encoded text. Longer texts are stored raw, which prevents overflow of sizes.</summary>
    private const int MaxLength = 1 << 29;

    /// <summary>The maximum length of a string that is compared through a buffer on the stack.</summary>
    private const int StackLimit = 512;

    /// <summary>The minimum length of a text that is encoded with a table only if its samples shrink. Without samples, a string with the vocabulary of a
    /// tokenizer took 20 times as long to convert as to parse, and stayed raw.</summary>
    private const int SampledLength = 8192;

    /// <summary>The number of samples of a text, and the size of each.</summary>
    private const int Samples = 8, SampleLength = 256;

    /// <summary>The reciprocal of the minimum fraction that a table must save of the samples.</summary>
    private const int LeastSampledPart = 32;

    /// <summary>The number of spare bytes after a text that speed up decoding.</summary>
    public const int SpareBytes = SymbolTable.SpareBytes;

    /// <summary>Returns the number of bytes that compression may write. Escapes can double the size, and kernels store whole vectors.</summary>
    public static int MaxEncodedLength(int textLength) => textLength > MaxLength ? 0 : (2 * textLength) + SymbolEncoder.Slack;

    /// <summary>Encodes UTF-8 text with the smallest allowed encoding.</summary>
    /// <param name="text">The text.</param>
    /// <param name="compression">The allowed compression.</param>
    /// <param name="trained">The table for <see cref="StringCompression.Trained"/>, or null for the general table. If there is a table,
    /// <see cref="StringCompression.Smaz"/> uses it too.</param>
    /// <param name="destination">The destination, with at least <see cref="MaxEncodedLength"/> bytes.</param>
    /// <param name="written">Receives the number of encoded bytes, or 0 for <see cref="StringEncoding.Raw"/>.</param>
    /// <param name="saved">Receives the number of bytes that a trained table saves relative to <see cref="StringCompression.Smaz"/>.</param>
    /// <returns>The encoding, or <see cref="StringEncoding.Raw"/> if the text is shorter than 3 bytes or too long, or too few bytes would be saved.</returns>
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
            case StringCompression.Smaz when trained is null:
                encoding = StringEncoding.Smaz;
                written = SmazEncoder.Encode(text, destination);
                break;
            case StringCompression.Smaz or StringCompression.Trained:
                return CompressSmallest(text, trained, triesBoth: compression == StringCompression.Trained, destination, out written, out saved);
            default:
                encoding = StringEncoding.General;
                written = MayShrink(text, GeneralSymbols.Table, destination) ? GeneralSymbols.Table.Compress(text, destination) : -1;
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

    /// <summary>Encodes a text with a table or with Smaz, whichever is smaller. Smaz may cover text that is missing in the table.</summary>
    /// <param name="text">The text.</param>
    /// <param name="trained">The table, or null for the general table.</param>
    /// <param name="triesBoth">true to encode every text in both ways; false to try Smaz only if it is likely to save more than the table.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="written">Receives the number of encoded bytes, or 0 for <see cref="StringEncoding.Raw"/>.</param>
    /// <param name="saved">Receives the number of bytes that the table saves relative to Smaz.</param>
    private static StringEncoding CompressSmallest(
        ReadOnlySpan<byte> text, SymbolTable? trained, bool triesBoth, Span<byte> destination, out int written, out int saved)
    {
        var encoding = trained is null ? StringEncoding.General : StringEncoding.Trained;
        var table = trained ?? GeneralSymbols.Table;
        written = MayShrink(text, table, destination) ? table.Compress(text, destination) : -1;
        written = written < 0 ? text.Length : written;
        var other = destination[written..];
        var isTried = SmazPredictionKernel.PredictSavedOfAll(text) > (triesBoth ? 0 : text.Length - written);
        var smaz = isTried ? SmazEncoder.Encode(text, other) : -1;
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

    /// <summary>Predicts whether a table shortens a text, from samples of a long text.</summary>
    private static bool MayShrink(ReadOnlySpan<byte> text, SymbolTable table, Span<byte> destination)
    {
        if (text.Length < SampledLength)
        {
            return true;
        }

        var written = 0;
        for (var sample = 0; sample < Samples; sample++)
        {
            var start = (int)((long)(text.Length - SampleLength) * sample / (Samples - 1));
            var length = table.Compress(text.Slice(start, SampleLength), destination);
            written += length < 0 ? SampleLength : length;
        }

        return written <= Samples * (SampleLength - (SampleLength / LeastSampledPart));
    }

    /// <summary>Decodes a string of known length.</summary>
    /// <param name="encoding">The encoding.</param>
    /// <param name="codes">The encoded bytes, possibly followed by others.</param>
    /// <param name="decodedLength">The number of text bytes to decode.</param>
    /// <param name="trained">The table for <see cref="StringEncoding.Trained"/>.</param>
    /// <param name="destination">The destination, with at least <paramref name="decodedLength"/> bytes. Further bytes may be overwritten, and speed up
    /// decoding.</param>
    /// <param name="consumed">Receives the number of encoded bytes read.</param>
    /// <returns>False if the codes end early, are invalid, or do not end at the decoded length.</returns>
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

    /// <summary>Decodes the first bytes of a string, up to the end of a code.</summary>
    /// <param name="encoding">The encoding.</param>
    /// <param name="codes">The encoded bytes, possibly followed by others.</param>
    /// <param name="goal">The number of text bytes to decode.</param>
    /// <param name="decodedLength">The exact size in bytes of the whole text.</param>
    /// <param name="trained">The table for <see cref="StringEncoding.Trained"/>.</param>
    /// <param name="destination">The destination, with space for the goal, the longest code, and the bytes that decoders store after it.</param>
    /// <returns>False if the codes end early or are invalid.</returns>
    public static bool TryDecodeStart(
        StringEncoding encoding, ReadOnlySpan<byte> codes, int goal, int decodedLength, scoped in SymbolTableView trained, Span<byte> destination)
    {
        return TryDecodePiece(encoding, codes, goal, decodedLength, trained, destination, out _, out _);
    }

    /// <summary>Decodes the next bytes of a string, up to the end of a code.</summary>
    /// <param name="encoding">The encoding.</param>
    /// <param name="codes">The codes that have not been decoded yet, possibly followed by other bytes.</param>
    /// <param name="goal">The number of text bytes to decode.</param>
    /// <param name="left">The exact number of text bytes that the remaining codes represent.</param>
    /// <param name="trained">The table for <see cref="StringEncoding.Trained"/>.</param>
    /// <param name="destination">The destination, with space for the goal, the longest code, and the bytes that decoders store after it.</param>
    /// <param name="consumed">Receives the number of encoded bytes read.</param>
    /// <param name="written">Receives the number of text bytes, at least the goal.</param>
    /// <returns>False if the codes end early or are invalid.</returns>
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
                // Nibbles are decoded in pairs.
                written = Math.Min(goal + (goal & 1), left);
                return TryDecode(encoding, codes, written, trained, destination, out consumed);
        }
    }

    /// <summary>Determines whether an encoded string equals a text, without allocating. A damaged string does not equal any text.</summary>
    /// <remarks>Most different texts differ in their first symbol.</remarks>
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

    /// <summary>Determines whether codes of an expanded table equal a text, which must have the decoded length.</summary>
    /// <param name="symbols">The table.</param>
    /// <param name="codes">The codes, possibly followed by other bytes.</param>
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

    /// <summary>Determines whether codes of another encoding equal a text, which must have the decoded length.</summary>
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

    /// <summary>Returns the maximum size in bytes of the codes that replace a text.</summary>
    public static int MostEncoded(StringEncoding encoding, int rawLength)
    {
        var least = encoding == StringEncoding.Smaz ? Math.Max(rawLength / LeastPart, LeastBytes) : 0;
        return Math.Max(0, rawLength - (rawLength < ShortRawLimit ? 1 : 0) - least - 1);
    }
}

/// <summary>Specifies how a string is stored. The numbers are part of the format, because tags contain them.</summary>
internal enum StringEncoding : byte
{
    /// <summary>Unencoded UTF-8.</summary>
    Raw = 0,

    /// <summary>Smaz codes with the standard codebook.</summary>
    Smaz = 1,

    /// <summary>Two characters of <c>-./0123456789: T</c> per byte.</summary>
    NibbleDecimal = 2,

    /// <summary>Two lowercase hexadecimal digits per byte.</summary>
    NibbleHex = 3,

    /// <summary>Codes of the symbol table that ships with the library.</summary>
    General = 4,

    /// <summary>Codes of the symbol table in the document or its dictionary.</summary>
    Trained = 5,
}
