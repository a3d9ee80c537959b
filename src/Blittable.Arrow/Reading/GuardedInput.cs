using System.Runtime.ExceptionServices;

namespace Blittable.Arrow.Reading;

/// <summary>Reads from a stream and remembers an exception, which the native Parquet reader reports only as text, like damage.</summary>
/// <param name="input">The stream. It is left open.</param>
internal sealed class GuardedInput(Stream input) : Stream
{
    private ExceptionDispatchInfo? _fault;

    /// <summary>Gets a value that indicates whether the stream failed.</summary>
    private bool HasFailed => _fault is not null;

    public override bool CanRead => input.CanRead;

    public override bool CanSeek => input.CanSeek;

    public override bool CanWrite => false;

    public override long Length => input.Length;

    public override long Position
    {
        get => input.Position;
        set => Seek(value, SeekOrigin.Begin);
    }

    /// <summary>Calls a function that reads from a stream, and throws the exception of the stream if it failed.</summary>
    /// <exception cref="BlittableException">The function failed for another reason.</exception>
    public static T Read<T>(Stream input, Func<GuardedInput, T> read)
    {
        var guard = new GuardedInput(input);
        try
        {
            var result = read(guard);
            guard.ThrowIfFailed();
            return result;
        }
        catch (BlittableException) when (guard.HasFailed)
        {
            guard.ThrowIfFailed();
            throw;
        }
    }

    /// <summary>Throws the exception of the stream, if it failed.</summary>
    private void ThrowIfFailed() => _fault?.Throw();

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        try
        {
            return input.Read(buffer);
        }
        catch (Exception fault)
        {
            _fault ??= ExceptionDispatchInfo.Capture(fault);
            throw;
        }
    }

    public override long Seek(long offset, SeekOrigin origin)
    {
        try
        {
            return input.Seek(offset, origin);
        }
        catch (Exception fault) when (fault is not (ArgumentException or NotSupportedException))
        {
            _fault ??= ExceptionDispatchInfo.Capture(fault);
            throw;
        }
    }

    public override void Flush()
    {
        // Nothing is written.
    }

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
