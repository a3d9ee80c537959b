using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>Holds rows of strings. Not thread-safe.</summary>
/// <param name="options">The options for encoding the rows as a chunk.</param>
internal sealed class StringColumnBatch(ColumnOptions? options = null) : ColumnBatch
{
    private readonly ColumnOptions? _options = options;
    private StringColumnWriter? _writer;
    private ReadOnlyMemory<string?> _values;
    private bool _isRead;

    /// <inheritdoc/>
    public override ColumnType Type => ColumnType.String;

    /// <inheritdoc/>
    public override int Count => _isRead ? Rows.Count : _values.Length;

    /// <summary>Gets the rows of the last read.</summary>
    public StringBatch Rows { get; } = new();

    /// <summary>Sets the rows to write. A null reference is a null value. The memory is borrowed until the rows are written.</summary>
    public void Set(ReadOnlyMemory<string?> values)
    {
        _values = values;
        _isRead = false;
    }

    internal override ReadOnlyMemory<byte> Encode()
    {
        _writer ??= new StringColumnWriter(_options);
        if (_isRead)
        {
            _writer.WriteBatch(Rows);
        }
        else
        {
            _writer.WriteBatch(_values.Span);
        }

        return _writer.Finish();
    }

    internal override void Decode(ReadOnlyMemory<byte> chunk, ReadOnlySpan<ulong> selection, int selected)
    {
        var reader = new StringColumnReader(chunk.Span);
        reader.ReadBatch(Rows);
        if (!selection.IsEmpty)
        {
            Rows.Keep(selection);
        }

        _isRead = true;
    }
}
