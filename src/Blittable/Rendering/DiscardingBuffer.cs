using System.Buffers;

namespace Blittable.Rendering;

/// <summary>An output that keeps only its length: for callers that need what rendering finds out on its way.</summary>
internal sealed class DiscardingBuffer : IBufferWriter<byte>
{
    private byte[] _array = new byte[1 << 16];

    /// <summary>Bytes that were written.</summary>
    public long Length { get; private set; }

    public void Advance(int count) => Length += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (sizeHint > _array.Length)
        {
            _array = new byte[sizeHint];
        }

        return _array;
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
