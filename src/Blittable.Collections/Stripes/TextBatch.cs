using Blittable.Columns;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Collections.Stripes;

/// <summary>Represents the strings of selected rows of a chunk. Reusable.</summary>
internal sealed class TextBatch
{
    /// <summary>If fewer than one row in this many is selected, only the selected rows are read from chunks with entries. In chunks without entries, reading
    /// single rows is always cheaper.</summary>
    private const int SparseRows = 8;

    private readonly StringBatch _batch = new();

    /// <summary>The selected rows, if all rows were read.</summary>
    private int[] _rows = [];
    private bool _areAll;

    /// <summary>Gets the string of a row, by its index among the selected rows; empty for a null row.</summary>
    public ReadOnlySpan<byte> this[int index] => _batch[_areAll ? _rows[index] : index];

    /// <summary>Determines whether a row has no string.</summary>
    public bool IsNull(int index) => _batch.IsNull(_areAll ? _rows[index] : index);

    /// <summary>Reads the strings of selected rows of a column.</summary>
    /// <param name="column">The column.</param>
    /// <param name="group">The chunk group.</param>
    /// <param name="rows">The rows, in ascending order.</param>
    /// <param name="spaceRows">The number of rows that the chunk must have.</param>
    public void Load(StripeColumn column, int group, ReadOnlySpan<int> rows, int spaceRows)
    {
        var chunk = column.Open(group).Span;
        if (column.Chunk(group).Format != ChunkFormat.Codes)
        {
            Load(chunk, rows, spaceRows, column.Chunk(group).Format == ChunkFormat.Symbols ? column.Symbols : null);
            return;
        }

        var reader = new ColumnReader<int>(chunk, verify: false);
        if (reader.Rows != spaceRows)
        {
            ThrowHelper.InvalidData($"a chunk of {spaceRows} strings", $"{reader.Rows} strings");
        }

        _areAll = false;
        _batch.Gather(reader, rows, column.Shared);
    }

    /// <summary>Reads the strings of selected rows.</summary>
    /// <param name="chunk">The chunk.</param>
    /// <param name="rows">The rows, in ascending order.</param>
    /// <param name="spaceRows">The number of rows that the chunk must have.</param>
    /// <param name="symbols">The symbol table of the strings, or null if they are not compressed.</param>
    public void Load(ReadOnlySpan<byte> chunk, ReadOnlySpan<int> rows, int spaceRows, SymbolTable? symbols)
    {
        var reader = new StringColumnReader(chunk, verify: false);
        if (reader.Rows != spaceRows)
        {
            ThrowHelper.InvalidData($"a chunk of {spaceRows} strings", $"{reader.Rows} strings");
        }

        var hasEntries = reader.Encoding is ColumnEncoding.Dictionary or ColumnEncoding.RunLength;
        _areAll = hasEntries ? !NodeRows.AreFew(rows.Length, spaceRows) : (long)rows.Length * SparseRows >= spaceRows;
        if (_areAll)
        {
            if (_rows.Length < rows.Length)
            {
                _rows = new int[rows.Length];
            }

            rows.CopyTo(_rows);
            reader.ReadBatch(_batch);
        }
        else
        {
            reader.Gather(rows, _batch);
        }

        if (symbols is not null)
        {
            _batch.Decompress(symbols);
        }
    }
}
