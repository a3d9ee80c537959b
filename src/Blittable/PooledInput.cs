using System.Buffers;
using System.IO.Pipelines;
using Blittable.Layout;

namespace Blittable;

/// <summary>Represents a stream or pipe that has been read to its end, in one rented array.</summary>
/// <remarks>The array is not returned if reading fails, because a stream may still write to it.</remarks>
internal readonly struct PooledInput : IDisposable
{
    private const int FirstLength = 1 << 14;

    private readonly byte[] _array;
    private readonly int _length;

    private PooledInput(byte[] array, int length)
    {
        _array = array;
        _length = length;
    }

    public ReadOnlySpan<byte> Bytes => _array.AsSpan(0, _length);

    /// <summary>Reads a stream to its end.</summary>
    /// <exception cref="BlittableException">The stream is too long for an array.</exception>
    public static async ValueTask<PooledInput> ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        // Reserves one byte more than expected, so the end is detected without growing the array again. A stream that is too long is not read at all.
        var expected = stream.CanSeek ? Math.Max(0, stream.Length - stream.Position) : FirstLength - 1;
        var (array, length) = (Array.Empty<byte>(), 0);
        Reserve(ref array, 0, Math.Min(expected + 1, Math.Max(expected, Array.MaxLength)));
        while (true)
        {
            var read = await stream.ReadAsync(array.AsMemory(length), cancellationToken).ConfigureAwait(false);
            if (read == 0)
            {
                return new PooledInput(array, length);
            }

            length += read;
            Reserve(ref array, length, length + 1L);
        }
    }

    /// <summary>Reads a pipe to its end. Its bytes are copied and consumed as they arrive, because a pipe that keeps them would hold a large input
    /// twice.</summary>
    /// <exception cref="BlittableException">The content of the pipe is too long for an array.</exception>
    public static async ValueTask<PooledInput> ReadAsync(PipeReader pipe, CancellationToken cancellationToken)
    {
        var (array, length) = (Array.Empty<byte>(), 0);
        while (true)
        {
            var result = await pipe.ReadAsync(cancellationToken).ConfigureAwait(false);
            if (result.IsCanceled)
            {
                pipe.AdvanceTo(result.Buffer.Start);
                throw new OperationCanceledException(cancellationToken);
            }

            try
            {
                Reserve(ref array, length, length + result.Buffer.Length);
                result.Buffer.CopyTo(array.AsSpan(length));
                length += (int)result.Buffer.Length;
            }
            finally
            {
                pipe.AdvanceTo(result.Buffer.End);
            }

            if (result.IsCompleted)
            {
                return new PooledInput(array, length);
            }
        }
    }

    /// <summary>Returns the array.</summary>
    public void Dispose() => ArrayPool<byte>.Shared.Return(_array);

    private static void Reserve(ref byte[] array, int length, long capacity)
    {
        if (capacity <= array.Length)
        {
            return;
        }

        if (capacity > Array.MaxLength)
        {
            ThrowHelper.InputTooLarge(capacity, Array.MaxLength);
        }

        var larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max(capacity, 2L * array.Length), Array.MaxLength));
        array.AsSpan(0, length).CopyTo(larger);
        ArrayPool<byte>.Shared.Return(array);
        array = larger;
    }
}
