using System.Diagnostics;

namespace Blittable.Cli;

/// <summary>Reads a stream sequentially, reports progress and can be canceled at any time.</summary>
internal sealed class InputStream(Stream stream, Action<long> onRead) : Stream
{
    /// <summary>Gets the number of bytes read so far.</summary>
    public long BytesRead { get; private set; }

    /// <summary>Gets the time spent waiting for data.</summary>
    public TimeSpan ReadTime { get; private set; }

    /// <summary>Gets the number of remaining bytes, or 0 if it is unknown.</summary>
    public long BytesLeft => stream.CanSeek ? stream.Length - stream.Position : 0;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => BytesRead;
        set => throw new NotSupportedException();
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var start = Stopwatch.GetTimestamp();

        // A read from a terminal or a pipe may ignore the cancellation, so it is abandoned.
        var count = await stream.ReadAsync(buffer, cancellationToken).AsTask().WaitAsync(cancellationToken);
        ReadTime += Stopwatch.GetElapsedTime(start);
        BytesRead += count;
        onRead(count);
        return count;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Flush()
    {
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            stream.Dispose();
        }

        base.Dispose(disposing);
    }
}
