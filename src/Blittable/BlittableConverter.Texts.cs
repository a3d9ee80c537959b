using System.Runtime.CompilerServices;
using Blittable.Json;

namespace Blittable;

/// <content>Streams of many JSON texts, in any format.</content>
public sealed partial class BlittableConverter
{
    /// <summary>
    /// Reads JSON texts from a stream and converts them one by one: an array of documents, newline-delimited, concatenated or pretty-printed texts, or a JSON
    /// text sequence (RFC 7464). The stream may be in UTF-8, UTF-16 or UTF-32, plain or compressed.
    /// </summary>
    /// <remarks>
    /// The stream may have any length: the converter holds one text at a time. Offsets, lines and columns of exceptions count UTF-8 bytes after decompression,
    /// without a byte order mark.
    /// </remarks>
    /// <param name="texts">The stream. It remains open.</param>
    /// <param name="options">The format, and the deviations from JSON to accept. If <see langword="null"/>, the format is detected and no deviation is
    /// accepted.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <returns>The documents. Each is valid until the converter is used again.</returns>
    /// <exception cref="BlittableException">A text is not valid JSON, is too large, or is nested too deeply; or the stream is damaged.</exception>
    public IAsyncEnumerable<ReadOnlyMemory<byte>> ConvertTextsAsync(Stream texts, BlittableTextOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(texts);
        return ReadTextsAsync(texts, options ?? new BlittableTextOptions(), cancellationToken);
    }

    private async IAsyncEnumerable<ReadOnlyMemory<byte>> ReadTextsAsync(
        Stream texts, BlittableTextOptions options, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var stream = await TextDecoding.OpenAsync(texts, options, cancellationToken).ConfigureAwait(false);
        await using var disposal = stream.ConfigureAwait(false);
        var splitter = new TextSplitter(stream, options);
        var lenient = options.IsLenient ? new LenientText(options) : null;
        for (long number = 1; await splitter.ReadAsync(cancellationToken).ConfigureAwait(false); number++)
        {
            if (ConvertPart(splitter, lenient, options.OnFault, number) is { } document)
            {
                yield return document;
            }
        }
    }

    /// <summary>Converts a text of a stream. Returns <see langword="null"/> if it was reported as a fault.</summary>
    private ReadOnlyMemory<byte>? ConvertPart(TextSplitter splitter, LenientText? lenient, Action<BlittableTextFault>? onFault, long number)
    {
        using var use = _use.Enter();
        try
        {
            if (splitter.IsTruncated)
            {
                throw splitter.Truncation();
            }

            var text = lenient is null ? splitter.Text.Span : lenient.Convert(splitter.Text.Span).Span;
            ConvertText(text, splitter.Offset, splitter.Line, splitter.Indent);
            return _writer.Finished;
        }
        catch (BlittableException fault) when (onFault is not null)
        {
            onFault(new BlittableTextFault(fault, splitter.Text, number));
            return null;
        }
    }
}
