using Blittable.Columns;
using Blittable.Format;
using Blittable.Strings;

namespace Blittable.Collections;

/// <summary>Strings of chosen rows of a chunk. Reusable.</summary>
internal sealed class TextBatch
{
    /// <summary>With fewer than one row of so many each is read by itself, where the chunk has entries; where it has none a row costs less than its share of all.</summary>
    private const int SparseRows = 8;

    private readonly StringBatch _batch = new();
    private int[] _rows = [];
    private byte[] _bytes = new byte[256];
    private int[] _ends = [];
    private bool[] _isNull = [];
    private bool _isSparse;

    /// <summary>The string of a row, by its place among the chosen ones; empty for a null.</summary>
    public ReadOnlySpan<byte> this[int index] => !_isSparse ? _batch[_rows[index]]
        : _bytes.AsSpan()[(index == 0 ? 0 : _ends[index - 1]).._ends[index]];

    /// <summary>Whether a row has no string.</summary>
    public bool IsNull(int index) => _isSparse ? _isNull[index] : _batch.IsNull(_rows[index]);

    /// <summary>Reads the strings of rows.</summary>
    /// <param name="chunk">The chunk.</param>
    /// <param name="rows">The rows, in their order.</param>
    /// <param name="spaceRows">The rows that the chunk must have.</param>
    /// <param name="symbols">The table that the strings are compressed with; null where they are not.</param>
    public void Load(ReadOnlySpan<byte> chunk, ReadOnlySpan<int> rows, int spaceRows, SymbolTable? symbols)
    {
        var reader = new StringColumnReader(chunk, verify: false);
        if (reader.Rows != spaceRows)
        {
            ThrowHelper.InvalidData($"a chunk of {spaceRows} strings", $"one of {reader.Rows}");
        }

        if (_rows.Length < rows.Length)
        {
            _rows = new int[rows.Length];
            _ends = new int[rows.Length];
            _isNull = new bool[rows.Length];
        }

        var hasEntries = reader.Encoding is ColumnEncoding.Dictionary or ColumnEncoding.RunLength;
        _isSparse = hasEntries ? NodeRows.AreFew(rows, spaceRows) : (long)rows.Length * SparseRows < spaceRows;
        if (_isSparse)
        {
            LoadSparse(reader, rows, symbols);
            return;
        }

        rows.CopyTo(_rows);
        reader.ReadBatch(_batch);
        if (symbols is not null)
        {
            _batch.Decompress(symbols);
        }
    }

    [System.Runtime.CompilerServices.SkipLocalsInit]
    private void LoadSparse(StringColumnReader reader, ReadOnlySpan<int> rows, SymbolTable? symbols)
    {
        Span<byte> scratch = stackalloc byte[256];
        var length = 0;
        for (var i = 0; i < rows.Length; i++)
        {
            _isNull[i] = !reader.TryGet(rows[i], scratch, out var text);
            var most = symbols is null ? text.Length : (text.Length * SymbolTable.MaxSymbolBytes) + SymbolTable.SpareBytes;
            if (_bytes.Length - length < most)
            {
                Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, length + most));
            }

            if (symbols is null)
            {
                text.CopyTo(_bytes.AsSpan(length));
                length += text.Length;
            }
            else
            {
                length += symbols.Decompress(text, _bytes.AsSpan(length));
            }

            _ends[i] = length;
        }
    }
}
