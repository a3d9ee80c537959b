using System.Buffers;
using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Building;

/// <summary>Collects values of any length: offsets of 4 bytes, and the bytes of all values.</summary>
internal abstract class BytesBuilder(IArrowType type) : ColumnBuilder
{
    private readonly ArrayBufferWriter<byte> _bytes = new();
    private ArrowBuffer.Builder<int> _offsets = new();

    public sealed override long ByteCount => _bytes.WrittenCount;

    /// <summary>Receives the bytes of a value.</summary>
    protected ArrayBufferWriter<byte> Bytes => _bytes;

    /// <summary>Ends a value.</summary>
    protected void EndValue() => _offsets.Append(_bytes.WrittenCount);

    protected sealed override void AddNoValue() => EndValue();

    protected sealed override ArrayData BuildValues(int length, int nulls, ArrowBuffer validity)
    {
        var offsets = new ArrowBuffer.Builder<int>(length + 1).Append(0).Append(_offsets.Span).Build();
        var bytes = new ArrowBuffer.Builder<byte>(_bytes.WrittenCount).Append(_bytes.WrittenSpan).Build();
        _offsets = new();
        _bytes.ResetWrittenCount();
        return new ArrayData(type, length, nulls, 0, [validity, offsets, bytes]);
    }
}
