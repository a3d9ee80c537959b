using System.Runtime.CompilerServices;
using Blittable.Json;

namespace Blittable;

/// <summary>Splits streams into JSON texts without converting them. Thread-safe, if each thread uses its own stream.</summary>
public static class BlittableTexts
{
    /// <summary>Reads JSON texts from a stream one by one. <see cref="BlittableConverter.ConvertTextsAsync"/> describes the formats.</summary>
    /// <remarks>The texts are not validated. Deviations from JSON that the options accept are removed, so strict parsers accept the texts.</remarks>
    /// <param name="stream">The stream. It remains open.</param>
    /// <param name="options">The format, and the deviations from JSON to accept. If <see langword="null"/>, the format is detected and no deviation is
    /// accepted.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <returns>The texts in UTF-8. Each is valid until the next text is read.</returns>
    /// <exception cref="BlittableException">The stream is damaged, the next text cannot be found, or a text of a sequence is truncated.</exception>
    public static IAsyncEnumerable<ReadOnlyMemory<byte>> ReadAsync(Stream stream, BlittableTextOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return SplitAsync(stream, options ?? new BlittableTextOptions(), cancellationToken);
    }

    private static async IAsyncEnumerable<ReadOnlyMemory<byte>> SplitAsync(
        Stream stream, BlittableTextOptions options, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var decoded = await TextDecoding.OpenAsync(stream, options, cancellationToken).ConfigureAwait(false);
        await using var disposal = decoded.ConfigureAwait(false);
        var splitter = new TextSplitter(decoded, options);
        var lenient = options.IsLenient ? new LenientText(options) : null;
        while (await splitter.ReadAsync(cancellationToken).ConfigureAwait(false))
        {
            if (splitter.IsTruncated)
            {
                throw splitter.Truncation();
            }

            yield return lenient?.Convert(splitter.Text.Span) ?? splitter.Text;
        }
    }
}
