using System.Buffers;
using System.IO.Pipelines;

namespace Blittable;

/// <content>Parsing in one call. The memory of disposed documents is reused.</content>
public sealed partial class BlittableDocument
{
    /// <summary>Converts a JSON text to a document.</summary>
    /// <param name="utf8Json">The text in UTF-8. Only white space may surround the value.</param>
    /// <param name="options">The conversion options. If <see langword="null"/>, memory mode is used.</param>
    /// <exception cref="BlittableException">The text is not valid JSON, is too large, or is nested too deeply.</exception>
    public static BlittableDocument Parse(ReadOnlySpan<byte> utf8Json, BlittableOptions? options = null)
    {
        using var rented = RentedConverter.For(options);
        return OpenRented(rented.Converter.Convert(utf8Json), options?.Dictionary);
    }

    /// <summary>Converts a UTF-16 JSON text to a document.</summary>
    /// <param name="json">The text. A lone surrogate is an error, because it cannot be encoded in UTF-8.</param>
    /// <param name="options">The conversion options. If <see langword="null"/>, memory mode is used.</param>
    /// <exception cref="BlittableException">The text is not valid JSON, is too large, or is nested too deeply.</exception>
    public static BlittableDocument Parse(string json, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(json);
        using var rented = RentedConverter.For(options);
        return OpenRented(rented.Converter.Convert(json.AsSpan()), options?.Dictionary);
    }

    /// <summary>Reads a stream to its end and converts its JSON text to a document.</summary>
    /// <param name="utf8Json">The text in UTF-8, with or without a byte order mark.</param>
    /// <param name="options">The conversion options. If <see langword="null"/>, memory mode is used.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <exception cref="BlittableException">The text is not valid JSON, is too large, or is nested too deeply.</exception>
    public static async Task<BlittableDocument> ParseAsync(Stream utf8Json, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        using var input = await PooledInput.ReadAsync(utf8Json, cancellationToken).ConfigureAwait(false);
        return ParseFile(input.Bytes, options);
    }

    /// <summary>Converts a JSON text that may be split into segments to a document.</summary>
    /// <inheritdoc cref="Parse(ReadOnlySpan{byte}, BlittableOptions?)"/>
    public static BlittableDocument Parse(in ReadOnlySequence<byte> utf8Json, BlittableOptions? options = null)
    {
        using var rented = RentedConverter.For(options);
        return OpenRented(rented.Converter.Convert(utf8Json), options?.Dictionary);
    }

    /// <summary>Reads a pipe to its end and converts its JSON text to a document. The caller must complete the pipe.</summary>
    /// <remarks>The bytes are consumed as they arrive, so bytes read before a cancellation are lost.</remarks>
    /// <inheritdoc cref="ParseAsync(Stream, BlittableOptions?, CancellationToken)"/>
    public static async Task<BlittableDocument> ParseAsync(PipeReader utf8Json, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        using var input = await PooledInput.ReadAsync(utf8Json, cancellationToken).ConfigureAwait(false);
        return ParseFile(input.Bytes, options);
    }

    /// <summary>Converts a text that may start with a byte order mark.</summary>
    private static BlittableDocument ParseFile(ReadOnlySpan<byte> utf8Json, BlittableOptions? options)
    {
        using var rented = RentedConverter.For(options);
        return OpenRented(rented.Converter.ConvertFile(utf8Json), options?.Dictionary);
    }
}
