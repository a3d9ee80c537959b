using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Text;

/// <summary>Compresses individual strings with up to 255 symbols of one to eight bytes, trained on similar texts.</summary>
/// <remarks>
/// The method is FSST (Boncz, Neumann, Leis: PVLDB 13, 2020). A one-byte code represents a symbol, and 255 precedes a verbatim byte.
/// Immutable and thread-safe. A saved table has 0.7 to 1.9 KB, and documents contain it unchanged.
/// Compressed bytes are meaningless without the table that compressed them.
/// </remarks>
internal sealed class SymbolTable
{
    /// <summary>The maximum size in bytes of a text.</summary>
    private const int MaxLength = 1 << 30;

    /// <summary>The maximum number of bytes that a code represents.</summary>
    internal const int MaxSymbolBytes = SymbolTableView.MaxSymbolLength;

    /// <summary>The number of spare bytes after a text that speed up decompression.</summary>
    internal const int SpareBytes = SymbolDecoder.SpareBytes;

    private readonly byte[] _bytes;
    private readonly ExpandedSymbols _expanded;
    private readonly SymbolEncoder _encoder;

    private SymbolTable(byte[] bytes)
    {
        _bytes = bytes;
        var symbols = SymbolsOf(bytes);
        _expanded = new ExpandedSymbols(symbols);
        _encoder = new SymbolEncoder(symbols);
    }

    /// <summary>Gets the number of symbols, 0 to 255.</summary>
    public int Count => _expanded.Count;

    /// <summary>Gets the saved form, as documents contain it.</summary>
    internal ReadOnlySpan<byte> Bytes => _bytes;

    /// <inheritdoc cref="Bytes"/>
    internal ReadOnlyMemory<byte> Saved => _bytes;

    /// <summary>Gets the symbols in the layout of the decoder.</summary>
    internal ExpandedSymbols Expanded => _expanded;

    /// <summary>Gets a view of the table, as readers of documents use it.</summary>
    internal SymbolTableView View => SymbolTableView.Of(_bytes, _expanded);

    /// <summary>Trains a table.</summary>
    /// <param name="samples">Texts similar to the texts to compress. All are read, and about 16 KB, spread over all of them, are used for training.</param>
    /// <exception cref="ArgumentNullException"><paramref name="samples"/> is null.</exception>
    public static SymbolTable Train(IEnumerable<ReadOnlyMemory<byte>> samples)
    {
        ArgumentNullException.ThrowIfNull(samples);
        using var text = new MemoryStream();
        var ends = new List<int>();
        foreach (var sample in samples)
        {
            text.Write(sample.Span);
            ends.Add((int)text.Length);
        }

        return Train(text.GetBuffer().AsSpan(0, (int)text.Length), CollectionsMarshal.AsSpan(ends));
    }

    /// <summary>Trains a table on concatenated texts.</summary>
    /// <param name="text">The texts.</param>
    /// <param name="ends">The end of each text.</param>
    /// <param name="sampleSize">The number of bytes used for training.</param>
    internal static SymbolTable Train(ReadOnlySpan<byte> text, ReadOnlySpan<int> ends, int sampleSize = TrainingSample.DefaultSize) =>
        Of(SymbolTableTrainer.Train(TrainingSample.Take(text, ends, sampleSize)));

    /// <summary>Creates a table with the specified symbols.</summary>
    internal static SymbolTable Of(ReadOnlySpan<Symbol> symbols) => new(SymbolTableWriter.Write(symbols));

    /// <summary>Loads a saved table.</summary>
    /// <param name="bytes">The complete output of <see cref="Save"/>, without further bytes. The bytes are copied.</param>
    /// <exception cref="BlittableException">The version is unknown, or the bytes are damaged.</exception>
    public static SymbolTable Load(ReadOnlySpan<byte> bytes) => Load(bytes, 0);

    /// <inheritdoc cref="Load(ReadOnlySpan{byte})"/>
    /// <param name="bytes">A saved table.</param>
    /// <param name="offset">The position of the table in its source, for error messages.</param>
    internal static SymbolTable Load(ReadOnlySpan<byte> bytes, long offset)
    {
        Check(bytes, offset);
        return new SymbolTable(bytes.ToArray());
    }

    /// <summary>Loads a saved table that is known to be valid: the library's own.</summary>
    internal static SymbolTable OfChecked(ReadOnlySpan<byte> bytes) => new(bytes.ToArray());

    /// <summary>Returns the table as bytes, for <see cref="Load(ReadOnlySpan{byte})"/>.</summary>
    public byte[] Save() => _bytes.AsSpan().ToArray();

    /// <summary>Returns the maximum size in bytes of a compressed text. Each byte of text may need two.</summary>
    /// <param name="length">The size of the text in bytes, at most 2^30 - 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or 2^30 or more.</exception>
    public static int MaxCompressedLength(int length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(length, MaxLength);
        return 2 * length;
    }

    /// <summary>Compresses bytes. The codes of a text are unique: each represents the longest matching symbol.</summary>
    /// <param name="text">The bytes, usually UTF-8 text.</param>
    /// <param name="destination">The destination of the codes, with at least <see cref="MaxCompressedLength"/> bytes. 64 more bytes speed up compression.
    /// Bytes after the codes may be overwritten.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public int Compress(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        if (destination.Length < MaxCompressedLength(text.Length))
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        return _encoder.Encode(text, destination);
    }

    /// <summary>Returns the total size of texts. Each text is compressed if that makes it shorter.</summary>
    /// <param name="text">The concatenated texts.</param>
    /// <param name="ends">The end of each text.</param>
    /// <param name="codes">A buffer for the codes of one text.</param>
    internal long CompressedLength(ReadOnlySpan<byte> text, ReadOnlySpan<int> ends, Span<byte> codes)
    {
        var start = 0;
        var length = 0L;
        foreach (var end in ends)
        {
            length += Math.Min(end - start, Compress(text[start..end], codes));
            start = end;
        }

        return length;
    }

    /// <summary>Decompresses bytes.</summary>
    /// <param name="codes">The complete output of <see cref="Compress"/> of this table, without further bytes.</param>
    /// <param name="destination">The destination of the text. Bytes after the text may be overwritten, and 64 spare bytes speed up decompression.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="BlittableException">A code has no symbol, or the codes end before an expected verbatim byte.</exception>
    public int Decompress(ReadOnlySpan<byte> codes, Span<byte> destination)
    {
        if (!SymbolDecoder.Decode(_expanded, codes, int.MaxValue, destination, out _, out var written))
        {
            // Throws for invalid codes. Otherwise, the destination is too short.
            _ = DecompressedLength(codes);
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        return written;
    }

    /// <summary>Decompresses many short texts whose codes are concatenated.</summary>
    /// <param name="codes">The codes.</param>
    /// <param name="destination">The destination of the text, with <see cref="MaxSymbolBytes"/> bytes for each code.</param>
    /// <param name="before">The length of the text before these codes.</param>
    /// <param name="places">Receives the length of the text up to the end of each byte of the codes. Negative if no text can end there.</param>
    /// <param name="consumed">Receives the number of bytes of codes read, which are all except for an escape at the end.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="BlittableException">A code has no symbol, or there is no code except for an escape.</exception>
    internal int DecompressPlaces(ReadOnlySpan<byte> codes, Span<byte> destination, int before, Span<int> places, out int consumed)
    {
        var length = 0;
        for (consumed = 0; consumed < codes.Length; consumed++)
        {
            int code = codes[consumed];
            if (code < Count)
            {
                BinaryPrimitives.WriteUInt64LittleEndian(destination[length..], _expanded.Words[code]);
                length += _expanded.Lengths[code];
            }
            else if (code == SymbolTableView.Escape && consumed + 1 < codes.Length)
            {
                places[consumed++] = -1;
                destination[length++] = codes[consumed];
            }
            else
            {
                break;
            }

            places[consumed] = before + length;
        }

        if (consumed == 0 || (consumed < codes.Length && codes[consumed] != SymbolTableView.Escape))
        {
            ThrowHelper.InvalidData($"codes of a table of {Count} symbols", "a code without a symbol, or an escape at the end");
        }

        return length;
    }

    /// <summary>Returns the size in bytes of the decompressed text.</summary>
    /// <param name="codes">The complete output of <see cref="Compress"/> of this table, without further bytes.</param>
    /// <returns>The size of the text in bytes.</returns>
    /// <exception cref="BlittableException">A code has no symbol, the codes end before an expected verbatim byte, or they represent more than 2^31 - 1
    /// bytes.</exception>
    public int DecompressedLength(ReadOnlySpan<byte> codes)
    {
        var length = SymbolDecoder.Measure(_expanded, codes, out var consumed);
        if (consumed < codes.Length || length > int.MaxValue)
        {
            ThrowHelper.InvalidData($"codes of a table of {Count} symbols", "a code without a symbol, or an escape at the end");
        }

        return (int)length;
    }

    /// <summary>Throws if bytes are not a table, or differ from the saved bytes.</summary>
    /// <param name="bytes">The table.</param>
    /// <param name="offset">The position of the table in its source, for error messages.</param>
    /// <exception cref="BlittableException">The version is unknown, or the bytes are damaged.</exception>
    internal static void Check(ReadOnlySpan<byte> bytes, long offset = 0)
    {
        if (!bytes.IsEmpty && bytes[0] != SymbolTableView.Version)
        {
            ThrowHelper.SymbolTableVersion(bytes[0], offset);
        }

        if (!SymbolTableView.TryOpen(bytes, out var view) || view.Length != bytes.Length)
        {
            ThrowHelper.SymbolTableLength(bytes.Length, offset);
        }

        var expected = BinaryPrimitives.ReadUInt32LittleEndian(bytes[SymbolTableView.ChecksumOffset..]);
        var found = SymbolTableWriter.Checksum(bytes);
        if (found != expected)
        {
            ThrowHelper.SymbolTableChecksum(expected, found, offset);
        }

        // A checksum can be forged, so check that no symbol is outside the table.
        var stray = view.IndexOfStraySymbol();
        if (stray >= 0)
        {
            ThrowHelper.StraySymbol(stray, view.SymbolBytes, offset + SymbolTableView.HeaderSize + (2 * stray));
        }
    }

    private static Symbol[] SymbolsOf(byte[] table)
    {
        _ = SymbolTableView.TryOpen(table, out var view);
        var symbols = new Symbol[view.Count];
        for (var code = 0; code < symbols.Length; code++)
        {
            _ = view.TryGetSymbol(code, out var bytes, out var length);
            symbols[code] = Symbol.Of(bytes, length);
        }

        return symbols;
    }
}
