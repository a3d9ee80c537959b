using System.IO.Compression;
using System.Text;

namespace Blittable.Json;

/// <summary>Opens a stream of JSON texts as UTF-8: decompresses it, detects its encoding and skips a byte order mark.</summary>
internal static class TextDecoding
{
    private const int MarkLength = 4;

    private static readonly (byte[] Mark, Func<bool, Encoding>? Encoding)[] s_marks =
    [
        ([0xEF, 0xBB, 0xBF], null),
        ([0xFF, 0xFE, 0, 0], strict => new UTF32Encoding(bigEndian: false, byteOrderMark: false, strict)),
        ([0, 0, 0xFE, 0xFF], strict => new UTF32Encoding(bigEndian: true, byteOrderMark: false, strict)),
        ([0xFF, 0xFE], strict => new UnicodeEncoding(bigEndian: false, byteOrderMark: false, strict)),
        ([0xFE, 0xFF], strict => new UnicodeEncoding(bigEndian: true, byteOrderMark: false, strict)),
    ];

    /// <summary>Opens a stream, which stays open when the result is disposed.</summary>
    /// <exception cref="BlittableException">The stream is compressed with Zstandard, and the options do not provide a decompressor.</exception>
    public static async ValueTask<Stream> OpenAsync(Stream stream, BlittableTextOptions options, CancellationToken cancellationToken)
    {
        var raw = await PeekedStream.OpenAsync(stream, MarkLength, cancellationToken).ConfigureAwait(false);
        var plain = Decompress(raw, options);
        if (plain != (Stream)raw)
        {
            raw = await PeekedStream.OpenAsync(plain, MarkLength, cancellationToken).ConfigureAwait(false);
        }

        var isStrict = options.LoneSurrogates != BlittableLoneSurrogates.Replace;
        foreach (var (mark, encoding) in s_marks)
        {
            if (raw.Peeked.StartsWith(mark))
            {
                raw.Skip(mark.Length);
                return encoding is null ? raw : Transcode(raw, encoding(isStrict));
            }
        }

        return EncodingOf(raw.Peeked, isStrict) is { } guessed ? Transcode(raw, guessed) : raw;
    }

    /// <summary>Returns the encoding of a text without a byte order mark, or null for UTF-8. The first character is ASCII, so the zero bytes around it identify
    /// the encoding.</summary>
    private static Encoding? EncodingOf(ReadOnlySpan<byte> first, bool isStrict) => first switch
    {
        [0, 0, 0, not 0, ..] => new UTF32Encoding(bigEndian: true, byteOrderMark: false, isStrict),
        [not 0, 0, 0, 0, ..] => new UTF32Encoding(bigEndian: false, byteOrderMark: false, isStrict),
        [0, not 0, ..] => new UnicodeEncoding(bigEndian: true, byteOrderMark: false, isStrict),
        [not 0, 0, ..] => new UnicodeEncoding(bigEndian: false, byteOrderMark: false, isStrict),
        _ => null,
    };

    private static Stream Transcode(Stream stream, Encoding encoding) => Encoding.CreateTranscodingStream(stream, encoding, new UTF8Encoding(false));

    private static Stream Decompress(PeekedStream stream, BlittableTextOptions options)
    {
        var compression = options.Compression != BlittableTextCompression.Auto ? options.Compression : stream.Peeked switch
        {
            [0x1F, 0x8B, ..] => BlittableTextCompression.Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => BlittableTextCompression.Zstandard,
            _ => BlittableTextCompression.None,
        };
        return compression switch
        {
            BlittableTextCompression.Gzip => new GZipStream(stream, CompressionMode.Decompress),
            BlittableTextCompression.Brotli => new BrotliStream(stream, CompressionMode.Decompress),
            BlittableTextCompression.Zstandard => options.OpenZstandard?.Invoke(stream) ?? throw new BlittableException(
                BlittableErrorCode.UnexpectedCharacter, $"The text is compressed with Zstandard. Set {nameof(BlittableTextOptions.OpenZstandard)} to decompress it."),
            _ => stream,
        };
    }
}

/// <summary>Represents a stream whose first bytes have been examined. Leaves the underlying stream open.</summary>
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

    /// <summary>Gets the examined bytes that have not yet been read.</summary>
    public ReadOnlySpan<byte> Peeked => _peeked.AsSpan(_next, _end - _next);

    /// <summary>Opens a stream and examines its first bytes: at least the specified number, unless the stream is shorter.</summary>
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

    /// <summary>Skips some of the examined bytes.</summary>
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
