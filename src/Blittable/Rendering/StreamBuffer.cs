using System.Buffers;

namespace Blittable.Rendering;

/// <summary>Represents an output that writes full buffers to a stream.</summary>
internal sealed class StreamBuffer(Stream stream) : IBufferWriter<byte>, IDisposable
{
    private const int Size = 1 << 16;

    private byte[] _array = ArrayPool<byte>.Shared.Rent(2 * Size);
    private int _written;

    public void Advance(int count)
    {
        _written += count;
        if (_written >= Size)
        {
            Flush();
        }
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _array.AsMemory(_written);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _array.AsSpan(_written);
    }

    public void Flush()
    {
        stream.Write(_array, 0, _written);
        _written = 0;
    }

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_array);
        _array = [];
    }

    private void Reserve(int size)
    {
        if (Math.Max(size, 1) <= _array.Length - _written)
        {
            return;
        }

        Flush();
        if (size > _array.Length)
        {
            ArrayPool<byte>.Shared.Return(_array);
            _array = ArrayPool<byte>.Shared.Rent(size);
        }
    }
}
