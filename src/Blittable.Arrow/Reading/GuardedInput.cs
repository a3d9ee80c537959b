using System.Runtime.ExceptionServices;

namespace Blittable.Arrow.Reading;

/// <summary>Reads from a stream and remembers an exception, which the native Parquet reader reports only as text, like damage.</summary>
/// <param name="input">The stream. It is left open.</param>
internal sealed class GuardedInput(Stream input) : WrappedInput(input)
{
    private ExceptionDispatchInfo? _fault;

    /// <summary>Gets a value that indicates whether the stream failed.</summary>
    private bool HasFailed => _fault is not null;

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

    public override int Read(Span<byte> buffer)
    {
        try
        {
            return Input.Read(buffer);
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
            return Input.Seek(offset, origin);
        }
        catch (Exception fault) when (fault is not (ArgumentException or NotSupportedException))
        {
            _fault ??= ExceptionDispatchInfo.Capture(fault);
            throw;
        }
    }
}
