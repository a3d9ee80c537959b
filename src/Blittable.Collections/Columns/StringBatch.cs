using System.Text;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Columns;

/// <summary>Represents the strings of a batch of rows read from a chunk, as entries and a code for each row.</summary>
/// <remarks>Reusable. Not thread-safe.</remarks>
public sealed class StringBatch
{
    /// <summary>The code of a null row.</summary>
    public const int NullCode = -1;

    /// <summary>The average number of codes per entry up to which entries are decompressed together.</summary>
    private const int MostShortCodes = 16;

    /// <summary>The number of codes that are decompressed at a time. Space is reserved for their maximum length.</summary>
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

    /// <summary>Gets the number of rows.</summary>
    public int Count => _rows;

    /// <summary>Gets the number of entries. Entries are sorted and distinct if the chunk has a dictionary.</summary>
    public int EntryCount { get; private set; }

    /// <summary>Gets the entry index of each row, or <see cref="NullCode"/>.</summary>
    public ReadOnlySpan<int> Codes => _codes.AsSpan(0, _rows);

    /// <summary>Gets the bytes of a row; empty for a null row.</summary>
    public ReadOnlySpan<byte> this[int row] => Codes[row] is var code && code == NullCode ? default : Entry(code);

    internal ReadOnlySpan<ulong> ValidityWords => _validity.AsSpan(0, MaskKernel.Words(_rows));

    /// <summary>Gets a value that indicates whether any row is null.</summary>
    internal bool HasNulls => Codes.Contains(NullCode);

    /// <summary>Determines whether a row is null.</summary>
    public bool IsNull(int row) => Codes[row] == NullCode;

    /// <summary>Gets the bytes of an entry.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The entry does not exist.</exception>
    public ReadOnlySpan<byte> Entry(int code)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)code, (uint)EntryCount, nameof(code));
        var ends = Shared?.Ends ?? _ends;
        var start = code == 0 ? 0 : ends[code - 1];
        return EntryBytes[start..ends[code]];
    }

    /// <summary>Gets the bytes of all entries, possibly followed by others.</summary>
    internal ReadOnlySpan<byte> EntryBytes => Shared?.Bytes ?? _bytes;

    /// <summary>Gets the end offset of each entry.</summary>
    internal ReadOnlySpan<int> EntryEnds => (Shared?.Ends ?? _ends).AsSpan(0, EntryCount);

    /// <summary>Gets the stripe's shared strings if they are the entries; otherwise, null. Results computed per shared entry remain valid for the next
    /// batch.</summary>
    internal SharedStrings? Shared { get; private set; }

    /// <summary>Returns a row as a new string; <see langword="null"/> for a null row. Invalid UTF-8 becomes U+FFFD.</summary>
    /// <param name="row">The zero-based row of the batch.</param>
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

    /// <summary>Reads the codes of strings shared by a stripe.</summary>
    /// <exception cref="BlittableException">A code does not refer to a string.</exception>
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

    /// <summary>Reads the codes of selected rows. The codes of null rows are undefined.</summary>
    /// <exception cref="BlittableException">A code does not refer to a string.</exception>
    internal void Gather(ColumnReader<int> numbers, ReadOnlySpan<int> rows, SharedStrings shared)
    {
        var codes = Start(rows.Length);
        numbers.Gather(rows, codes);
        shared.Check(codes, default);
        Share(shared);
    }

    /// <summary>Removes the rows whose bit is not set.</summary>
    internal void Keep(ReadOnlySpan<ulong> selection) => _rows = MaskKernel.Compress<int>(Codes, selection, Room(ref _codes, _codes.Length));

    /// <summary>Replaces the rows with the rows at the specified positions, which may repeat.</summary>
    internal void Repeat(ReadOnlySpan<int> places)
    {
        var codes = new int[places.Length];
        for (var row = 0; row < places.Length; row++)
        {
            codes[row] = _codes[places[row]];
        }

        (_codes, _rows) = (codes, places.Length);
    }

    /// <summary>Decompresses entries with a symbol table.</summary>
    /// <exception cref="BlittableException">The entries are not valid output of the table, or their total length is too large.</exception>
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

    /// <summary>Decompresses each entry separately.</summary>
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

    /// <summary>Decompresses the codes of all entries as one text, of which each entry is a slice.</summary>
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

    /// <summary>Reserves space for the decompressed codes.</summary>
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
