namespace Blittable.Json;

/// <summary>Represents a stream whose first bytes have been examined. Leaves the underlying stream open, unless that stream decompresses another one.</summary>
internal sealed class PeekedStream : ReadOnlyStream
{
    private const int Size = 1 << 12;

    private readonly Stream _stream;
    private readonly PeekedStream? _source;
    private readonly byte[] _peeked;
    private Exception? _fault;
    private int _next, _end;

    private PeekedStream(Stream stream, PeekedStream? source)
    {
        _stream = stream;
        _source = source;
        _peeked = new byte[Size];
    }

    /// <summary>Gets the examined bytes that have not yet been read.</summary>
    public ReadOnlySpan<byte> Peeked => _peeked.AsSpan(_next, _end - _next);

    /// <summary>Opens a stream and examines its first bytes: at least the specified number, unless the stream is shorter.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="length">The minimum number of bytes.</param>
    /// <param name="source">The stream that <paramref name="stream"/> decompresses, or null.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="BlittableException">The stream decompresses another one, which is damaged.</exception>
    public static async ValueTask<PeekedStream> OpenAsync(Stream stream, int length, PeekedStream? source, CancellationToken cancellationToken)
    {
        var peeked = new PeekedStream(stream, source);
        try
        {
            peeked._end = await stream.ReadAtLeastAsync(peeked._peeked, length, throwOnEndOfStream: false, cancellationToken).ConfigureAwait(false);
            return peeked;
        }
        catch (Exception fault) when (peeked.Translate(fault) is { } damage)
        {
            throw damage;
        }
    }

    /// <summary>Skips some of the examined bytes.</summary>
    public void Skip(int length) => _next += length;

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var count = TakePeeked(buffer.Span);
        if (count > 0)
        {
            return count;
        }

        try
        {
            return await _stream.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception fault) when (Translate(fault) is { } damage)
        {
            throw damage;
        }
    }

    public override int Read(Span<byte> buffer)
    {
        var count = TakePeeked(buffer);
        if (count > 0)
        {
            return count;
        }

        try
        {
            return _stream.Read(buffer);
        }
        catch (Exception fault) when (Translate(fault) is { } damage)
        {
            throw damage;
        }
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    protected override void Dispose(bool disposing)
    {
        if (disposing && _source is not null)
        {
            _stream.Dispose();
        }

        base.Dispose(disposing);
    }

    /// <summary>
    /// Translates an exception of a decompressor. Decompressors of different libraries report damage with different exception types, so every exception
    /// counts as damage except those of the source.
    /// </summary>
    /// <returns>The exception for damaged bytes, or null if the exception is not about damage.</returns>
    private BlittableException? Translate(Exception fault)
    {
        _fault = fault;
        return _source is null || fault is BlittableException or OperationCanceledException or OutOfMemoryException || ReferenceEquals(fault, _source._fault)
            ? null : new BlittableException(BlittableErrorCode.InvalidData, $"The compressed text is damaged: {fault.Message}", innerException: fault);
    }

    private int TakePeeked(Span<byte> buffer)
    {
        var count = Math.Min(buffer.Length, _end - _next);
        _peeked.AsSpan(_next, count).CopyTo(buffer);
        _next += count;
        return count;
    }
}
