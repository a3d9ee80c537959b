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
    private readonly bool _asJson;

    /// <summary>Creates a request body from a document.</summary>
    /// <param name="document">The document.</param>
    /// <param name="asJson"><see langword="true"/> for JSON, which every server accepts; <see langword="false"/> for the stored bytes, with the media type
    /// <c>application/vnd.blittable</c>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="document"/> is null.</exception>
    public BlittableContent(BlittableDocument document, bool asJson = true)
    {
        ArgumentNullException.ThrowIfNull(document);
        _document = document;
        _asJson = asJson;
        Headers.ContentType = new MediaTypeHeaderValue(asJson ? JsonType : DocumentType);
    }

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => SerializeToStreamAsync(stream, context, CancellationToken.None);

    /// <inheritdoc/>
    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        if (_asJson)
        {
            await _document.WriteJsonAsync(stream, cancellationToken: cancellationToken).ConfigureAwait(false);
            return;
        }

        await stream.WriteAsync(_document.Bytes, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override bool TryComputeLength(out long length)
    {
        length = _asJson ? 0 : _document.Bytes.Length;
        return !_asJson;
    }
}
