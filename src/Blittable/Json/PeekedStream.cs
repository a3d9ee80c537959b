namespace Blittable.Json;

/// <summary>A stream whose first bytes were looked at. It leaves the stream below open, unless that decompresses another one.</summary>
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

    /// <summary>Gets the first bytes, which are still to be read.</summary>
    public ReadOnlySpan<byte> Peeked => _peeked.AsSpan(_next, _end - _next);

    /// <summary>Looks at the first bytes of a stream: as many as are asked for, if the stream has them, and what comes with them.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="length">The number of bytes.</param>
    /// <param name="source">The stream that <paramref name="stream"/> decompresses; null if it decompresses none.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <exception cref="BlittableException">The stream decompresses, and its source is damaged.</exception>
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

    /// <summary>Passes over some of the first bytes.</summary>
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
    /// Determines whether an exception says that compressed bytes are damaged. Decompressors have no common exception for it: those of
    /// other libraries have types of their own. What the source itself throws is no damage.
    /// </summary>
    /// <returns>The exception for damaged bytes; null for all others.</returns>
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
