namespace Blittable.Json;

/// <summary>A stream whose first bytes were looked at. It leaves the stream below open.</summary>
internal sealed class PeekedStream : Stream
{
    private const int Size = 1 << 12;

    private readonly Stream _stream;
    private readonly byte[] _peeked;
    private int _next, _end;

    private PeekedStream(Stream stream)
    {
        _stream = stream;
        _peeked = new byte[Size];
    }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Gets the first bytes, which are still to be read.</summary>
    public ReadOnlySpan<byte> Peeked => _peeked.AsSpan(_next, _end - _next);

    /// <summary>Looks at the first bytes of a stream: as many as are asked for, if the stream has them, and what comes with them.</summary>
    public static async ValueTask<PeekedStream> OpenAsync(Stream stream, int length, CancellationToken cancellationToken)
    {
        var peeked = new PeekedStream(stream);
        try
        {
            peeked._end = await stream.ReadAtLeastAsync(peeked._peeked, length, throwOnEndOfStream: false, cancellationToken).ConfigureAwait(false);
        }
        catch (InvalidDataException fault)
        {
            throw new BlittableException(BlittableErrorCode.InvalidData, $"The compressed text is damaged: {fault.Message}", innerException: fault);
        }

        return peeked;
    }

    /// <summary>Passes over some of the first bytes.</summary>
    public void Skip(int length) => _next += length;

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var count = TakePeeked(buffer.Span);
        return count > 0 ? ValueTask.FromResult(count) : _stream.ReadAsync(buffer, cancellationToken);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override int Read(Span<byte> buffer) => TakePeeked(buffer) is > 0 and var count ? count : _stream.Read(buffer);

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Flush()
    {
    }

    private int TakePeeked(Span<byte> buffer)
    {
        var count = Math.Min(buffer.Length, _end - _next);
        _peeked.AsSpan(_next, count).CopyTo(buffer);
        _next += count;
        return count;
    }
}
