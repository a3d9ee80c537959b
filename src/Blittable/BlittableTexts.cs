using System.Runtime.CompilerServices;
using Blittable.Json;

namespace Blittable;

/// <summary>Cuts streams into the JSON texts that they consist of, without converting them. Any number of threads may use it, each with a stream of its own.</summary>
public static class BlittableTexts
{
    /// <summary>Reads JSON texts from a stream one by one; <see cref="BlittableConverter.ConvertTextsAsync"/> describes the formats.</summary>
    /// <remarks>The texts are not checked. What the options tolerate is removed from them, so that a strict parser takes them.</remarks>
    /// <param name="stream">The stream, which stays open.</param>
    /// <param name="options">The format and what is tolerated; null to detect the format and tolerate nothing.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The texts in UTF-8, each valid until the next is read.</returns>
    /// <exception cref="BlittableException">The stream is damaged, or the next text cannot be found.</exception>
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
            yield return lenient?.Convert(splitter.Text.Span) ?? splitter.Text;
        }
    }
}
