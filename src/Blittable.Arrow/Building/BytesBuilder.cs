using System.Buffers;
using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of variable-length values with 4-byte offsets.</summary>
internal abstract class BytesBuilder(IArrowType type) : ColumnBuilder
{
    private readonly ArrayBufferWriter<byte> _bytes = new();
    private ArrowBuffer.Builder<int> _offsets = new();
    private int _end;

    /// <summary>Gets the buffer to write the bytes of a value to.</summary>
    protected ArrayBufferWriter<byte> Bytes => _bytes;

    /// <summary>Ends the value whose bytes were written to <see cref="Bytes"/>.</summary>
    protected void EndValue()
    {
        Grow(sizeof(int) + _bytes.WrittenCount - _end);
        _offsets.Append(_end = _bytes.WrittenCount);
    }

    protected sealed override void AddNoValue() => EndValue();

    protected sealed override ArrayData BuildValues(int length, int nulls, ArrowBuffer validity)
    {
        var offsets = new ArrowBuffer.Builder<int>(length + 1).Append(0).Append(_offsets.Span).Build();
        var bytes = new ArrowBuffer.Builder<byte>(_bytes.WrittenCount).Append(_bytes.WrittenSpan).Build();
        _offsets = new();
        _bytes.ResetWrittenCount();
        _end = 0;
        return new ArrayData(type, length, nulls, 0, [validity, offsets, bytes]);
    }
}
