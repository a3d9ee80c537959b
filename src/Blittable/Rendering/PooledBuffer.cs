using System.Buffers;
using Blittable.Layout;

namespace Blittable.Rendering;

/// <summary>Represents a growing output in a single rented array.</summary>
internal sealed class PooledBuffer : IBufferWriter<byte>, IDisposable
{
    private const int FirstSize = 1024;

    private byte[] _array = ArrayPool<byte>.Shared.Rent(FirstSize);
    private int _written;

    public ReadOnlySpan<byte> Written => _array.AsSpan(0, _written);

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _array.AsMemory(_written);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_array);
        _array = [];
        _written = 0;
    }

    private void Reserve(int size)
    {
        size = Math.Max(size, 1);
        if (size <= _array.Length - _written)
        {
            return;
        }

        if ((long)_written + size > Array.MaxLength)
        {
            ThrowHelper.ExpansionTooLarge(Array.MaxLength);
        }

        var larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max((long)_written + size, 2L * _array.Length), Array.MaxLength));
        Written.CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_array);
        _array = larger;
    }
}

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

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

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
