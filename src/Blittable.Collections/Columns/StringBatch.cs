using System.Text;
using Blittable.Layout;
using Blittable.Strings;

namespace Blittable.Columns;

/// <summary>Holds the strings of a batch of rows that was read from a chunk: entries, and for each row the number of its entry.</summary>
/// <remarks>Reusable, by one thread at a time.</remarks>
public sealed class StringBatch
{
    /// <summary>The code of a row that is null.</summary>
    public const int NullCode = -1;

    /// <summary>Entries of so many codes on the average are decompressed together.</summary>
    private const int MostShortCodes = 16;

    /// <summary>Codes that are decompressed at a time: room is made for the most they may stand for.</summary>
    private const int PieceCodes = 4096;

    private int[] _codes = [];
    private int[] _places = [];
    private int[] _dense = [];
    private int[] _ends = [];
    private int[] _decodedEnds = [];
    private byte[] _bytes = [];
    private byte[] _decoded = [];
    private ulong[] _validity = [];
    private int _rows;

    /// <summary>The rows.</summary>
    public int Count => _rows;

    /// <summary>The strings that the rows' codes stand for; sorted and distinct where the chunk has a dictionary.</summary>
    public int EntryCount { get; private set; }

    /// <summary>Each row's entry, or <see cref="NullCode"/>.</summary>
    public ReadOnlySpan<int> Codes => _codes.AsSpan(0, _rows);

    /// <summary>A row's bytes; empty for a null too.</summary>
    public ReadOnlySpan<byte> this[int row] => Codes[row] is var code && code == NullCode ? default : Entry(code);

    internal ReadOnlySpan<ulong> ValidityWords => _validity.AsSpan(0, MaskKernel.Words(_rows));

    /// <summary>Gets a value that indicates whether a row is null.</summary>
    internal bool HasNulls => Codes.Contains(NullCode);

    /// <summary>Determines whether a row is null.</summary>
    public bool IsNull(int row) => Codes[row] == NullCode;

    /// <summary>An entry's bytes.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no such entry.</exception>
    public ReadOnlySpan<byte> Entry(int code)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)code, (uint)EntryCount, nameof(code));
        var ends = Shared?.Ends ?? _ends;
        var start = code == 0 ? 0 : ends[code - 1];
        return EntryBytes[start..ends[code]];
    }

    /// <summary>The bytes of all entries, and possibly some after them.</summary>
    internal ReadOnlySpan<byte> EntryBytes => Shared?.Bytes ?? _bytes;

    /// <summary>Where each entry ends.</summary>
    internal ReadOnlySpan<int> EntryEnds => (Shared?.Ends ?? _ends).AsSpan(0, EntryCount);

    /// <summary>What the entries are, where they are those of a whole stripe: what is known of one of them holds for the next batch too.</summary>
    internal SharedStrings? Shared { get; private set; }

    /// <summary>A row as a new string; null where the row is null. Bytes that are not UTF-8 become U+FFFD.</summary>
    /// <param name="row">The row of the batch, from 0.</param>
    public string? GetString(int row) => IsNull(row) ? null : Encoding.UTF8.GetString(this[row]);

    internal Span<int> Start(int rows)
    {
        _rows = rows;
        EntryCount = 0;
        Shared = null;
        return Room(ref _codes, rows);
    }

    internal Span<ulong> StartValidity(int rows) => Room(ref _validity, MaskKernel.Words(rows));

    internal Span<int> Dense(int values) => Room(ref _dense, values);

    internal Span<int> StartEntries(int entries)
    {
        EntryCount = entries;
        return Room(ref _ends, entries);
    }

    internal Span<byte> StartBytes(int bytes) => Room(ref _bytes, bytes);

    /// <summary>Reads numbers of strings that a stripe has in common.</summary>
    /// <exception cref="BlittableException">A number is not that of a string here.</exception>
    internal void Load(ColumnReader<int> numbers, SharedStrings shared)
    {
        var codes = Start(numbers.Rows);
        var validity = StartValidity(codes.Length);
        numbers.ReadBatch(codes, validity);
        shared.Check(codes, numbers.NullCount == 0 ? default : validity);
        for (var row = 0; numbers.NullCount > 0 && row < codes.Length; row++)
        {
            codes[row] = MaskKernel.IsSet(validity, row) ? codes[row] : NullCode;
        }

        Share(shared);
    }

    /// <summary>Reads the numbers of chosen rows; a row that is null has any.</summary>
    /// <exception cref="BlittableException">A number is not that of a string here.</exception>
    internal void Gather(ColumnReader<int> numbers, ReadOnlySpan<int> rows, SharedStrings shared)
    {
        var codes = Start(rows.Length);
        numbers.Gather(rows, codes);
        shared.Check(codes, default);
        Share(shared);
    }

    /// <summary>Keeps the rows whose bit is set.</summary>
    internal void Keep(ReadOnlySpan<ulong> selection) => _rows = MaskKernel.Compress<int>(Codes, selection, Room(ref _codes, _codes.Length));

    /// <summary>Makes a row of each of some places.</summary>
    internal void Repeat(ReadOnlySpan<int> places)
    {
        var codes = new int[places.Length];
        for (var row = 0; row < places.Length; row++)
        {
            codes[row] = _codes[places[row]];
        }

        (_codes, _rows) = (codes, places.Length);
    }

    /// <summary>Replaces entries that a symbol table compressed by what they stand for.</summary>
    /// <exception cref="BlittableException">The entries are not what the table compresses to, or too long together.</exception>
    internal void Decompress(SymbolTable symbols)
    {
        var ends = Room(ref _decodedEnds, EntryCount);
        var codes = ends.IsEmpty ? 0 : _ends[ends.Length - 1];
        if (codes <= (long)MostShortCodes * ends.Length)
        {
            DecompressShort(symbols, _bytes.AsSpan(0, codes), ends);
        }
        else
        {
            DecompressEach(symbols, ends);
        }

        (_ends, _decodedEnds) = (_decodedEnds, _ends);
        (_bytes, _decoded) = (_decoded, _bytes);
    }

    private void Share(SharedStrings shared)
    {
        (Shared, EntryCount) = (shared, shared.Count);
    }

    /// <summary>Entry by entry.</summary>
    internal void DecompressEach(SymbolTable symbols, Span<int> ends)
    {
        var length = 0;
        var start = 0;
        for (var code = 0; code < ends.Length; code++)
        {
            var entry = _bytes.AsSpan(start, _ends[code] - start);
            start = _ends[code];
            Reserve(length, entry.Length);
            length += symbols.Decompress(entry, _decoded.AsSpan(length));
            ends[code] = length;
        }
    }

    /// <summary>The codes of all entries as one text; each entry is a slice of it.</summary>
    private void DecompressShort(SymbolTable symbols, ReadOnlySpan<byte> codes, Span<int> ends)
    {
        var places = Room(ref _places, codes.Length);
        var length = 0;
        for (var next = 0; next < codes.Length;)
        {
            var piece = codes.Slice(next, Math.Min(PieceCodes, codes.Length - next));
            Reserve(length, piece.Length);
            length += symbols.DecompressPlaces(piece, _decoded.AsSpan(length), length, places[next..], out var consumed);
            next += consumed;
        }

        for (var code = 0; code < ends.Length; code++)
        {
            ends[code] = _ends[code] == 0 ? 0 : places[_ends[code] - 1];
            if (ends[code] < 0)
            {
                ThrowHelper.InvalidData("a verbatim byte after an escape", "the end of a string");
            }
        }
    }

    /// <summary>Makes room for what codes may stand for.</summary>
    private void Reserve(int length, int codes)
    {
        var room = length + ((long)codes * SymbolTable.MaxSymbolBytes) + SymbolTable.SpareBytes;
        if (room > Array.MaxLength)
        {
            ThrowHelper.InvalidData($"strings of at most {Array.MaxLength} bytes in a chunk", $"{room}");
        }

        if (_decoded.Length < room)
        {
            Array.Resize(ref _decoded, (int)Math.Min(Math.Max(2L * _decoded.Length, room), Array.MaxLength));
        }
    }

    private static Span<TItem> Room<TItem>(ref TItem[] array, int count)
    {
        if (array.Length < count)
        {
            array = new TItem[Math.Max(count, 2 * array.Length)];
        }

        return array.AsSpan(0, count);
    }
}
