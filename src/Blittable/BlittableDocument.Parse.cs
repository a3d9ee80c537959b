using System.Buffers;
using System.IO.Pipelines;

namespace Blittable;

/// <content>JSON to a document in one call. The memory of a document that is disposed of is used for the next one.</content>
public sealed partial class BlittableDocument
{
    /// <summary>Converts a JSON text to a document of its own.</summary>
    /// <param name="utf8Json">The text in UTF-8, with nothing but white space around its value.</param>
    /// <param name="options">The options of conversion; memory mode if null.</param>
    /// <exception cref="BlittableException">The text is not JSON, or too large or too deeply nested.</exception>
    public static BlittableDocument Parse(ReadOnlySpan<byte> utf8Json, BlittableOptions? options = null)
    {
        using var rented = RentedConverter.For(options);
        return OpenRented(rented.Converter.Convert(utf8Json), options?.Dictionary);
    }

    /// <summary>Converts a JSON text in UTF-16 to a document of its own.</summary>
    /// <param name="json">The text; a lone surrogate in it is an error, as it has no UTF-8.</param>
    /// <param name="options">The options of conversion; memory mode if null.</param>
    /// <exception cref="BlittableException">The text is not JSON, or too large or too deeply nested.</exception>
    public static BlittableDocument Parse(string json, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(json);
        using var rented = RentedConverter.For(options);
        return OpenRented(rented.Converter.Convert(json.AsSpan()), options?.Dictionary);
    }

    /// <summary>Reads a stream to its end and converts its JSON text to a document.</summary>
    /// <param name="utf8Json">The text in UTF-8, with or without a byte order mark.</param>
    /// <param name="options">The options of conversion; memory mode if null.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <exception cref="BlittableException">The text is not JSON, or too large or too deeply nested.</exception>
    public static async Task<BlittableDocument> ParseAsync(Stream utf8Json, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        using var converter = new BlittableConverter(options);
        return OpenOwn(await converter.ConvertAsync(utf8Json, cancellationToken).ConfigureAwait(false), options?.Dictionary);
    }

    /// <summary>Converts a JSON text that need not be in one piece to a document of its own.</summary>
    /// <inheritdoc cref="Parse(ReadOnlySpan{byte}, BlittableOptions?)"/>
    public static BlittableDocument Parse(in ReadOnlySequence<byte> utf8Json, BlittableOptions? options = null)
    {
        using var rented = RentedConverter.For(options);
        return OpenRented(rented.Converter.Convert(utf8Json), options?.Dictionary);
    }

    /// <summary>Reads a pipe to its end and converts its JSON text to a document; completing the pipe is left to the caller.</summary>
    /// <inheritdoc cref="ParseAsync(Stream, BlittableOptions?, CancellationToken)"/>
    public static async Task<BlittableDocument> ParseAsync(PipeReader utf8Json, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        using var converter = new BlittableConverter(options);
        var document = new ArrayBufferWriter<byte>();
        await converter.ConvertAsync(utf8Json, document, cancellationToken).ConfigureAwait(false);
        return OpenOwn(document.WrittenMemory, options?.Dictionary);
    }
}
