using System.Runtime.ExceptionServices;
using Blittable.Collections.Storage;

namespace Blittable.Arrow.Writing;

/// <summary>Passes written bytes on to a stream until a write fails or the writer gives up.</summary>
/// <remarks>
/// The native Parquet writer reports an exception of the stream only as text, and completes the file when it is freed, even after a failure. This stream
/// remembers the exception and can drop the end of the file, which makes an incomplete file invalid.
/// </remarks>
internal sealed class GuardedStream(Stream output) : Stream
{
    private ExceptionDispatchInfo? _fault;
    private long _position;
    private bool _isStopped;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => _position; set => throw new NotSupportedException(); }

    /// <summary>Drops all bytes written from now on.</summary>
    public void Stop() => _isStopped = true;

    /// <summary>Calls a function of the native writer, and throws the exception of the stream if the stream caused a failure.</summary>
    public T Watch<T>(Func<T> write)
    {
        try
        {
            return write();
        }
        catch when (_fault is not null)
        {
            _fault.Throw();
            throw;
        }
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        _position += buffer.Length;
        if (!_isStopped)
        {
            Try(buffer, static (stream, bytes) => stream.Write(bytes));
        }
    }

    public override void Flush()
    {
        if (!_isStopped)
        {
            Try([], static (stream, _) => stream.Flush());
        }
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private void Try(ReadOnlySpan<byte> bytes, Action<Stream, ReadOnlySpan<byte>> action)
    {
        try
        {
            action(output, bytes);
        }
        catch (Exception fault)
        {
            _fault = ExceptionDispatchInfo.Capture(FileLimit.Explain(fault, (output as FileStream)?.Name));
            _isStopped = true;
            throw;
        }
    }
}
