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
        var raw = await PeekedStream.OpenAsync(stream, MarkLength, source: null, cancellationToken).ConfigureAwait(false);
        var plain = Decompress(raw, options);
        if (plain != (Stream)raw)
        {
            plain = options.MaxDecompressedBytes == long.MaxValue ? plain : new LimitedStream(plain, options.MaxDecompressedBytes);
            raw = await PeekedStream.OpenAsync(plain, MarkLength, source: raw, cancellationToken).ConfigureAwait(false);
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
            BlittableTextCompression.Gzip => new WholeGzipStream(stream),
            BlittableTextCompression.Brotli => new WholeBrotliStream(stream),
            BlittableTextCompression.Zstandard => options.OpenZstandard?.Invoke(stream) ?? throw new BlittableException(
                BlittableErrorCode.UnexpectedCharacter, $"The text is compressed with Zstandard. Set {nameof(BlittableTextOptions.OpenZstandard)} to decompress it."),
            _ => stream,
        };
    }
}
