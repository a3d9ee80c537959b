using System.Net;
using System.Net.Http.Headers;

namespace Blittable;

/// <summary>Represents an HTTP request body that contains a document, as JSON or as stored bytes.</summary>
/// <remarks>Do not dispose the document or change its bytes before the request has been sent. An instance belongs to one request and is not
/// thread-safe.</remarks>
public sealed class BlittableContent : HttpContent
{
    internal const string DocumentType = "application/vnd.blittable";
    internal const string JsonType = "application/json";

    private readonly BlittableDocument _document;
    private readonly ReadOnlyMemory<byte>? _bytes;

    /// <summary>Creates a request body from a document.</summary>
    /// <param name="document">The document.</param>
    /// <param name="asJson"><see langword="true"/> for JSON, which every server accepts; <see langword="false"/> for the stored bytes, with the media type
    /// <c>application/vnd.blittable</c>. A document that needs a dictionary is copied to one that needs none, because the server may not have it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="document"/> is null.</exception>
    /// <exception cref="BlittableException">The document must be copied, and is damaged or too large when expanded.</exception>
    public BlittableContent(BlittableDocument document, bool asJson = true)
    {
        ArgumentNullException.ThrowIfNull(document);
        _document = document;
        _bytes = asJson ? (ReadOnlyMemory<byte>?)null : document.GetBytesFor(dictionary: null);
        Headers.ContentType = new MediaTypeHeaderValue(asJson ? JsonType : DocumentType);
    }

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => SerializeToStreamAsync(stream, context, CancellationToken.None);

    /// <inheritdoc/>
    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        if (_bytes is { } bytes)
        {
            await stream.WriteAsync(bytes, cancellationToken).ConfigureAwait(false);
            return;
        }

        await _document.WriteJsonAsync(stream, cancellationToken: cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override bool TryComputeLength(out long length)
    {
        length = _bytes?.Length ?? 0;
        return _bytes is not null;
    }
}
