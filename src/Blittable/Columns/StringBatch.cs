using System.Text;
using Blittable.Strings;

namespace Blittable.Columns;

/// <summary>Strings of a batch of rows, read from a chunk: entries, and for each row the number of its entry. Reusable.</summary>
public sealed class StringBatch
{
    /// <summary>The code of a row that is null.</summary>
    public const int NullCode = -1;

    private int[] _codes = [];
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

    /// <summary>Whether a row is null.</summary>
    public bool IsNull(int row) => Codes[row] == NullCode;

    /// <summary>An entry's bytes.</summary>
    public ReadOnlySpan<byte> Entry(int code)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)code, (uint)EntryCount, nameof(code));
        var start = code == 0 ? 0 : _ends[code - 1];
        return _bytes.AsSpan(start, _ends[code] - start);
    }

    /// <summary>A row as a new string, or null.</summary>
    public string? GetString(int row) => IsNull(row) ? null : Encoding.UTF8.GetString(this[row]);

    internal Span<int> Start(int rows)
    {
        _rows = rows;
        EntryCount = 0;
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

    /// <summary>Keeps the rows whose bit is set.</summary>
    internal void Keep(ReadOnlySpan<ulong> selection) => _rows = MaskKernel.Compress<int>(Codes, selection, Room(ref _codes, _codes.Length));

    /// <summary>Replaces entries that a symbol table compressed by what they stand for.</summary>
    internal void Decompress(SymbolTable symbols)
    {
        var ends = Room(ref _decodedEnds, EntryCount);
        var length = 0;
        var start = 0;
        for (var code = 0; code < ends.Length; code++)
        {
            var entry = _bytes.AsSpan(start, _ends[code] - start);
            start = _ends[code];
            var most = (entry.Length * SymbolTable.MaxSymbolBytes) + SymbolTable.SpareBytes;
            if (_decoded.Length - length < most)
            {
                Array.Resize(ref _decoded, Math.Max(2 * _decoded.Length, length + most));
            }

            length += symbols.Decompress(entry, _decoded.AsSpan(length));
            ends[code] = length;
        }

        (_ends, _decodedEnds) = (_decodedEnds, _ends);
        (_bytes, _decoded) = (_decoded, _bytes);
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
