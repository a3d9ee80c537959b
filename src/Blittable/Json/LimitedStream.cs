namespace Blittable.Json;

/// <summary>Represents a decompressed stream that must not exceed a limit. Owns the underlying stream.</summary>
internal sealed class LimitedStream(Stream stream, long limit) : ReadOnlyStream
{
    private long _read;

    /// <exception cref="BlittableException">The stream is longer than the limit.</exception>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        // One byte beyond the limit shows that the stream does not end there.
        var count = await stream.ReadAsync(buffer[..(int)Math.Min(buffer.Length, limit - _read + 1)], cancellationToken).ConfigureAwait(false);
        _read += count;
        return _read <= limit ? count
            : throw new BlittableException(BlittableErrorCode.InputTooLarge, $"The decompressed text exceeds the limit of {limit} bytes.");
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
