using System.Buffers;
using Apache.Arrow;

namespace Blittable.Arrow.Reading;

/// <summary>
/// Represents a size-limited buffer for the JSON of one row. The limit is required because list views and dictionaries may reference one element many times.
/// A few nested levels could otherwise expand a small batch to more JSON than fits in memory.
/// </summary>
internal sealed class RowBuffer : IBufferWriter<byte>
{
    private const int FirstSize = 1 << 12;

    /// <summary>The minimum limit in bytes, and the number of bytes that each byte of the batch adds to the limit.</summary>
    private const long LeastLimit = 16 << 20, BytesPerByte = 16;

    private byte[] _bytes = new byte[FirstSize];
    private int _length;
    private long _limit = LeastLimit;

    /// <summary>Gets the JSON written so far.</summary>
    public ReadOnlySpan<byte> WrittenSpan => _bytes.AsSpan(0, _length);

    /// <summary>Returns the limit for the JSON of a number of bytes.</summary>
    public static long LimitFor(long bytes) => LeastLimit + (BytesPerByte * bytes);

    /// <summary>Sets the limit for the rows of a batch.</summary>
    public void LimitTo(RecordBatch batch)
    {
        long bytes = 0;
        for (var column = 0; column < batch.ColumnCount; column++)
        {
            bytes += BytesOf(batch.Column(column).Data);
        }

        _limit = LimitFor(bytes);
    }

    /// <summary>Clears the buffer for the next row.</summary>
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
