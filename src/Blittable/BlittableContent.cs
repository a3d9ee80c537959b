using System.Net;
using System.Net.Http.Headers;

namespace Blittable;

/// <summary>Sends a document as the body of a request: as JSON, or as it is stored.</summary>
/// <remarks>The document must stay as it is until the request has been sent. A content belongs to one request; one thread at a time may use it.</remarks>
public sealed class BlittableContent : HttpContent
{
    internal const string DocumentType = "application/vnd.blittable";
    internal const string JsonType = "application/json";

    private readonly BlittableDocument _document;
    private readonly bool _asJson;

    /// <summary>Creates the body of a document.</summary>
    /// <param name="document">The document.</param>
    /// <param name="asJson">True for JSON, which every server understands; false for the stored bytes, as <c>application/vnd.blittable</c>.</param>
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
