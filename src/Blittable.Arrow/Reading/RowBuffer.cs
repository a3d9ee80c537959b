using System.Buffers;
using Apache.Arrow;

namespace Blittable.Arrow.Reading;

/// <summary>
/// Holds the JSON of one row. It is limited, because list views and dictionaries can refer to the same elements again and again: a few levels of them expand few bytes
/// to more text than any memory holds.
/// </summary>
internal sealed class RowBuffer : IBufferWriter<byte>
{
    private const int FirstSize = 1 << 12;

    /// <summary>What a row may have in any case, and what it may have for each byte of its batch.</summary>
    private const long LeastLimit = 16 << 20, BytesPerByte = 16;

    private byte[] _bytes = new byte[FirstSize];
    private int _length;
    private long _limit = LeastLimit;

    /// <summary>Gets the JSON that was written.</summary>
    public ReadOnlySpan<byte> WrittenSpan => _bytes.AsSpan(0, _length);

    /// <summary>Begins with the rows of a batch.</summary>
    public void LimitTo(RecordBatch batch)
    {
        _limit = LeastLimit;
        for (var column = 0; column < batch.ColumnCount; column++)
        {
            _limit += BytesPerByte * BytesOf(batch.Column(column).Data);
        }
    }

    /// <summary>Begins with a row.</summary>
    public void Clear() => _length = 0;

    public void Advance(int count) => _length += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(Math.Max(1, sizeHint));
        return _bytes.AsMemory(_length);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    private void Reserve(int size)
    {
        if (size <= _bytes.Length - _length)
        {
            return;
        }

        var limit = Math.Min(_limit, System.Array.MaxLength);
        var needed = (long)_length + size;
        if (needed > limit)
        {
            throw new BlittableException(BlittableErrorCode.ExpansionTooLarge, $"it expands to more than {limit} bytes of JSON");
        }

        System.Array.Resize(ref _bytes, (int)Math.Min(Math.Max(needed, 2L * _bytes.Length), limit));
    }

    private static long BytesOf(ArrayData data) =>
        data.Buffers.Sum(buffer => (long)buffer.Length) + (data.Children?.Sum(BytesOf) ?? 0) + (data.Dictionary is { } dictionary ? BytesOf(dictionary) : 0);
}
