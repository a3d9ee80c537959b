using System.Buffers;
using System.IO.Compression;

namespace Blittable.Json;

/// <summary>A stream that only reads forward.</summary>
internal abstract class ReadOnlyStream : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public abstract override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default);

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count) => ReadAsync(buffer.AsMemory(offset, count)).AsTask().GetAwaiter().GetResult();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Flush()
    {
    }
}

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
    /// counts as damage, except exceptions of the source.
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

/// <summary>Decompresses gzip and rejects truncated data, whose end <see cref="GZipStream"/> treats as a regular end.</summary>
/// <remarks>
/// After the end of the source, all of its data has been decompressed. Then a member that contains a mark follows. Only if the source ends with a complete member,
/// the decompressor returns the mark. If the source is truncated, it uses the bytes of the member as the missing bytes.
/// </remarks>
internal sealed class WholeGzipStream : ReadOnlyStream
{
    private static readonly byte[] s_member = Compress(Mark);

    private readonly MarkedStream _source;
    private readonly GZipStream _plain;
    private bool _isEnded;

    /// <summary>Opens a stream, which stays open.</summary>
    public WholeGzipStream(Stream source)
    {
        _source = new MarkedStream(source);
        _plain = new GZipStream(_source, CompressionMode.Decompress);
    }

    private static ReadOnlySpan<byte> Mark => [0x9D, 0x1F, 0xC4, 0x02, 0xE6, 0x73, 0x58, 0xB1, 0x0A, 0xFE, 0x87, 0x36, 0x6B, 0xD0, 0x49, 0x25];

    /// <exception cref="InvalidDataException">The source is damaged or truncated.</exception>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (_isEnded || buffer.IsEmpty)
        {
            return 0;
        }

        var count = await ReadPlainAsync(buffer, cancellationToken).ConfigureAwait(false);
        if (count == 0)
        {
            await RequireMarkAsync(cancellationToken).ConfigureAwait(false);
            _isEnded = true;
        }

        return count;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _plain.Dispose();
        }

        base.Dispose(disposing);
    }

    /// <summary>Reads from the decompressor, whose messages for damage are about archives.</summary>
    private async ValueTask<int> ReadPlainAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        try
        {
            return await _plain.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        }
        catch (InvalidDataException fault)
        {
            throw new InvalidDataException("it is truncated, or its bytes are damaged.", fault);
        }
    }

    private async ValueTask RequireMarkAsync(CancellationToken cancellationToken)
    {
        _source.IsMarked = true;
        var bytes = new byte[Mark.Length + 1];
        var length = 0;
        while (length < bytes.Length && await ReadPlainAsync(bytes.AsMemory(length), cancellationToken).ConfigureAwait(false) is > 0 and var count)
        {
            length += count;
        }

        if (!bytes.AsSpan(0, length).SequenceEqual(Mark))
        {
            throw new InvalidDataException("it is truncated, or followed by additional bytes.");
        }
    }

    private static byte[] Compress(ReadOnlySpan<byte> bytes)
    {
        using var output = new MemoryStream();
        using (var stream = new GZipStream(output, CompressionLevel.Fastest, leaveOpen: true))
        {
            stream.Write(bytes);
        }

        return output.ToArray();
    }

    /// <summary>The source, and the member with the mark after its end.</summary>
    private sealed class MarkedStream(Stream source) : ReadOnlyStream
    {
        private int _marked;

        /// <summary>Gets or sets a value that indicates whether the member follows the end of the source.</summary>
        public bool IsMarked { get; set; }

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (!IsMarked)
            {
                return await source.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
            }

            var length = Math.Min(buffer.Length, s_member.Length - _marked);
            s_member.AsMemory(_marked, length).CopyTo(buffer);
            _marked += length;
            return length;
        }
    }
}

/// <summary>Decompresses Brotli and rejects data that is truncated or followed by other bytes, which <see cref="BrotliStream"/> treats as a regular
/// end.</summary>
/// <param name="source">The stream, which stays open.</param>
internal sealed class WholeBrotliStream(Stream source) : ReadOnlyStream
{
    private const int Size = 1 << 14;

    private readonly byte[] _buffer = new byte[Size];
    private BrotliDecoder _decoder;
    private int _start, _end;
    private bool _isEnded;

    /// <exception cref="InvalidDataException">The source is damaged, cut off, or followed by other bytes.</exception>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        while (!_isEnded && !buffer.IsEmpty)
        {
            var status = _decoder.Decompress(_buffer.AsSpan(_start, _end - _start), buffer.Span, out var used, out var written);
            _start += used;
            _isEnded = status == OperationStatus.Done;
            if (status == OperationStatus.InvalidData)
            {
                throw new InvalidDataException("it is not a Brotli stream.");
            }

            if (_isEnded && (_start < _end || await source.ReadAsync(_buffer, cancellationToken).ConfigureAwait(false) > 0))
            {
                throw new InvalidDataException("it is followed by additional bytes.");
            }

            if (written > 0)
            {
                return written;
            }

            if (status == OperationStatus.NeedMoreData)
            {
                (_start, _end) = (0, await source.ReadAsync(_buffer, cancellationToken).ConfigureAwait(false));
                if (_end == 0)
                {
                    throw new InvalidDataException("it is truncated.");
                }
            }
        }

        return 0;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _decoder.Dispose();
        }

        base.Dispose(disposing);
    }
}
