using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Strings;

/// <summary>Compresses strings one by one with up to 255 symbols of one to eight bytes, trained on texts of the same kind.</summary>
/// <remarks>
/// The method is FSST (Boncz, Neumann, Leis: PVLDB 13, 2020): a code of one byte stands for a symbol, 255 announces a verbatim byte.
/// Immutable, and safe for any number of threads. A saved table takes 0.7 to 1.9 KB, and documents carry it as it is.
/// Compressed bytes mean nothing without the table that made them.
/// </remarks>
public sealed class SymbolTable
{
    /// <summary>The longest text, in bytes, that can be compressed.</summary>
    private const int MaxLength = 1 << 30;

    /// <summary>The most bytes that a code stands for.</summary>
    internal const int MaxSymbolBytes = SymbolTableView.MaxSymbolLength;

    /// <summary>Room after a text with which it is restored faster.</summary>
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

    /// <summary>The saved form, as documents carry it.</summary>
    internal ReadOnlySpan<byte> Bytes => _bytes;

    /// <inheritdoc cref="Bytes"/>
    internal ReadOnlyMemory<byte> Saved => _bytes;

    /// <summary>The symbols, laid out for decoders.</summary>
    internal ExpandedSymbols Expanded => _expanded;

    /// <summary>The table as a document's reader passes it on.</summary>
    internal SymbolTableView View => SymbolTableView.Of(_bytes, _expanded);

    /// <summary>Trains a table.</summary>
    /// <param name="samples">Texts of the kind to be compressed; all are read, and some 16 KB, spread over all, are learned from.</param>
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

    /// <summary>Trains a table on texts that lie one after the other.</summary>
    /// <param name="text">The texts.</param>
    /// <param name="ends">Where each one ends.</param>
    /// <param name="sampleSize">Bytes to learn from.</param>
    internal static SymbolTable Train(ReadOnlySpan<byte> text, ReadOnlySpan<int> ends, int sampleSize = TrainingSample.DefaultSize) =>
        Of(SymbolTableTrainer.Train(TrainingSample.Take(text, ends, sampleSize)));

    /// <summary>A table of given symbols.</summary>
    internal static SymbolTable Of(ReadOnlySpan<Symbol> symbols) => new(SymbolTableWriter.Write(symbols));

    /// <summary>Opens a saved table.</summary>
    /// <param name="bytes">The output of <see cref="Save"/>, all of it and nothing more; it is copied.</param>
    /// <exception cref="BlittableException">The version is unknown, or the bytes are damaged.</exception>
    public static SymbolTable Load(ReadOnlySpan<byte> bytes) => Load(bytes, 0);

    /// <inheritdoc cref="Load(ReadOnlySpan{byte})"/>
    /// <param name="bytes">A saved table.</param>
    /// <param name="offset">Where it starts in what it was read from.</param>
    internal static SymbolTable Load(ReadOnlySpan<byte> bytes, long offset)
    {
        Check(bytes, offset);
        return new SymbolTable(bytes.ToArray());
    }

    /// <summary>Opens a saved table that is known to be whole: the library's own.</summary>
    internal static SymbolTable OfChecked(ReadOnlySpan<byte> bytes) => new(bytes.ToArray());

    /// <summary>Returns the table as bytes, for <see cref="Load(ReadOnlySpan{byte})"/>.</summary>
    public byte[] Save() => _bytes.AsSpan().ToArray();

    /// <summary>Returns the bytes that compressing a text can take at most: each of its bytes may need two.</summary>
    /// <param name="length">Bytes of the text, at most 2^30 - 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative or 2^30 and above.</exception>
    public static int MaxCompressedLength(int length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(length, MaxLength);
        return 2 * length;
    }

    /// <summary>Compresses bytes. A text has one coding: the longest symbol there is, again and again.</summary>
    /// <param name="text">The bytes, UTF-8 text as a rule.</param>
    /// <param name="destination">Where the codes go, at least <see cref="MaxCompressedLength"/> bytes, and 64 more make this faster. What lies after
    /// the codes may be overwritten.</param>
    /// <returns>The bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public int Compress(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        if (destination.Length < MaxCompressedLength(text.Length))
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        return _encoder.Encode(text, destination);
    }

    /// <summary>Restores compressed bytes.</summary>
    /// <param name="codes">The output of <see cref="Compress"/> of this table, all of it and nothing more.</param>
    /// <param name="destination">Where the text goes. Bytes after the text may be overwritten, and 64 spare bytes make this faster.</param>
    /// <returns>The bytes of text.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="BlittableException">A code has no symbol, or the codes end where a verbatim byte is expected.</exception>
    public int Decompress(ReadOnlySpan<byte> codes, Span<byte> destination)
    {
        if (!SymbolDecoder.Decode(_expanded, codes, int.MaxValue, destination, out _, out var written))
        {
            // Throws for codes that mean nothing; otherwise the destination is too short.
            _ = DecompressedLength(codes);
            ThrowHelper.DestinationTooShort(nameof(destination));
        }

        return written;
    }

    /// <summary>Restores many short texts whose codes stand one after the other.</summary>
    /// <param name="codes">The codes.</param>
    /// <param name="destination">Where the text goes: <see cref="MaxSymbolBytes"/> for each code.</param>
    /// <param name="before">The length of the text before these codes.</param>
    /// <param name="places">For each byte of the codes the length of the text up to its end; less than 0 where no text can end.</param>
    /// <param name="consumed">Bytes of codes read: all but an escape at the end.</param>
    /// <returns>The bytes of text.</returns>
    /// <exception cref="BlittableException">A code has no symbol, or the codes are an escape alone.</exception>
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

    /// <summary>Counts the bytes of text that codes stand for.</summary>
    /// <param name="codes">The output of <see cref="Compress"/> of this table, all of it and nothing more.</param>
    /// <returns>The bytes of text.</returns>
    /// <exception cref="BlittableException">A code has no symbol, the codes end where a verbatim byte is expected, or they stand for more than 2^31 - 1
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

    /// <summary>Refuses bytes that are not a table, or not the ones that were saved.</summary>
    /// <param name="bytes">The table.</param>
    /// <param name="offset">Where it starts in what it was read from.</param>
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

        // A checksum can be made to fit; no symbol may lie outside all the same.
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
