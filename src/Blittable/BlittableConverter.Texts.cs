using System.Runtime.CompilerServices;
using Blittable.Json;

namespace Blittable;

/// <content>Streams of many JSON texts in any format.</content>
public sealed partial class BlittableConverter
{
    /// <summary>
    /// Reads JSON texts from a stream and converts them one by one: an array of documents, newline-delimited, concatenated and pretty-printed texts, or a text
    /// sequence of RFC 7464; in UTF-8, UTF-16 or UTF-32, plain or compressed.
    /// </summary>
    /// <remarks>
    /// The stream may be of any length: the converter holds one text at a time. Offsets, lines and columns of exceptions count bytes of UTF-8 after decompression,
    /// without a byte order mark.
    /// </remarks>
    /// <param name="texts">The stream, which stays open.</param>
    /// <param name="options">The format and what is tolerated; null to detect the format and tolerate nothing.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The documents, each valid until the converter is used again.</returns>
    /// <exception cref="BlittableException">A text is not JSON, or too large or too deeply nested, or the stream is damaged.</exception>
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

    /// <summary>Converts a text of a stream; null if it was reported as a fault.</summary>
    private ReadOnlyMemory<byte>? ConvertPart(TextSplitter splitter, LenientText? lenient, Action<BlittableTextFault>? onFault, long number)
    {
        using var use = _use.Enter();
        try
        {
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
