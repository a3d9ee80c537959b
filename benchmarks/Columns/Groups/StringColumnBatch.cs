using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>Holds rows of strings. One thread at a time may use it.</summary>
/// <param name="options">How chunks are made of the rows.</param>
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

    /// <summary>Gets the rows that were read last.</summary>
    public StringBatch Rows { get; } = new();

    /// <summary>Sets the rows to be written; a null reference is a null. The memory is borrowed until they are.</summary>
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
