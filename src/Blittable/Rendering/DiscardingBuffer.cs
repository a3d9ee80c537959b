using System.Buffers;

namespace Blittable.Rendering;

/// <summary>Represents an output that only counts its bytes, for callers that need other results of rendering.</summary>
internal sealed class DiscardingBuffer : IBufferWriter<byte>
{
    private byte[] _array = new byte[1 << 16];

    /// <summary>Gets the number of bytes written.</summary>
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
