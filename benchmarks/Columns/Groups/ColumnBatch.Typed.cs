using System.Runtime.InteropServices;
using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>Holds rows of a fixed-width type.</summary>
/// <typeparam name="T">A type that <see cref="ColumnWriter{T}"/> supports.</typeparam>
/// <param name="options">The options for encoding the rows as a chunk.</param>
internal sealed class ColumnBatch<T>(ColumnOptions? options = null) : ColumnBatch
    where T : unmanaged
{
    private readonly ColumnOptions? _options = options;
    private ColumnWriter<T>? _writer;
    private ReadOnlyMemory<T> _values;
    private ReadOnlyMemory<byte> _inPlace;
    private bool _isInPlace;
    private ReadOnlyMemory<ulong> _validity;
    private Memory<T> _buffer;
    private ulong[] _validityBuffer = [];

    /// <inheritdoc/>
    public override ColumnType Type => Lanes<T>.Type;

    /// <inheritdoc/>
    public override int Count => Values.Length;

    /// <summary>Gets one value per row. After reading, null rows contain the default value. Plain values are not copied: they are valid only until the next
    /// read and while the bytes of their group are valid.</summary>
    public ReadOnlySpan<T> Values => _isInPlace ? MemoryMarshal.Cast<byte, T>(_inPlace.Span) : _values.Span;

    /// <summary>Gets one bit per row, row 0 lowest, set if the row is not null. Empty if no row is null.</summary>
    public ReadOnlySpan<ulong> Validity => _validity.Span;

    /// <summary>Sets the rows to write. The memory is borrowed until they are written.</summary>
    /// <param name="values">One value per row.</param>
    /// <param name="validity">One bit per row, set if the row is not null. Empty if no row is null.</param>
    public void Set(ReadOnlyMemory<T> values, ReadOnlyMemory<ulong> validity = default)
    {
        _values = values;
        _validity = validity;
        _inPlace = default;
        _isInPlace = false;
    }

    internal override ReadOnlyMemory<byte> Encode() => (_writer ??= new ColumnWriter<T>(_options)).Encode(Values, _validity.Span);

    internal override void Decode(ReadOnlyMemory<byte> chunk, ReadOnlySpan<ulong> selection, int selected)
    {
        var reader = new ColumnReader<T>(chunk.Span);
        if (selection.IsEmpty && reader.TryGetSpan(out var plain))
        {
            // Plain values are the last part of a chunk, but other bytes may follow the chunk.
            _validity = default;
            _inPlace = chunk[..ColumnHeader.LengthOf(chunk.Span)][^MemoryMarshal.AsBytes(plain).Length..];
            _isInPlace = true;
            return;
        }

        var rows = selection.IsEmpty ? reader.Rows : selected;
        var words = reader.NullCount == 0 ? 0 : MaskKernel.Words(rows);
        if (_buffer.Length < rows)
        {
            _buffer = AlignedMemory.Allocate<T>(rows);
        }

        if (_validityBuffer.Length < words)
        {
            _validityBuffer = new ulong[words];
        }

        if (!selection.IsEmpty)
        {
            reader.ReadSelected(selection, _buffer.Span[..rows]);
            if (words > 0)
            {
                reader.ReadSelectedValidity(selection, _validityBuffer.AsSpan(0, words));
            }
        }
        else if (words > 0)
        {
            reader.ReadBatch(_buffer.Span[..rows], _validityBuffer);
        }
        else
        {
            reader.ReadBatch(_buffer.Span[..rows]);
        }

        Set(_buffer[..rows], _validityBuffer.AsMemory(0, words));
    }
}
