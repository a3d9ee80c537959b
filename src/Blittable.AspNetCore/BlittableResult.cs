using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Net.Http.Headers;

namespace Blittable.AspNetCore;

/// <summary>Writes a document as the response: as JSON, or in stored form if the request accepts <see cref="BlittableMediaType.Document"/>.</summary>
/// <remarks>
/// <para>A request accepts the stored form if its <c>Accept</c> header names the media type with at least the quality of JSON.</para>
/// <para>A document that needs a dictionary is always sent as JSON, because the client may not have the dictionary.</para>
/// <para>A response with status 200 to a GET or HEAD request has an <c>ETag</c>, unless the handler has set another one. The tag is computed from a hash of the
/// stored bytes and the response format. If the <c>If-None-Match</c> header of the request contains it, the response has status 304.</para>
/// <para>Immutable and thread-safe.</para>
/// </remarks>
public sealed class BlittableResult : IResult, IEndpointMetadataProvider, IStatusCodeHttpResult, IContentTypeHttpResult, IValueHttpResult<BlittableDocument>
{
    /// <summary>Creates a response with a document.</summary>
    /// <param name="document">The document. It must not change until the response has been written.</param>
    /// <param name="statusCode">The status code of the response.</param>
    /// <exception cref="ArgumentNullException"><paramref name="document"/> is null.</exception>
    public BlittableResult(BlittableDocument document, int statusCode = StatusCodes.Status200OK)
    {
        ArgumentNullException.ThrowIfNull(document);
        Value = document;
        StatusCode = statusCode;
    }

    /// <summary>Gets the document.</summary>
    public BlittableDocument Value { get; }

    /// <summary>Gets the status code of the response.</summary>
    public int StatusCode { get; }

    /// <summary>Gets the media type of the response to a request without an <c>Accept</c> header.</summary>
    public string ContentType { get; } = BlittableMediaType.Json;

    BlittableDocument? IValueHttpResult<BlittableDocument>.Value => Value;

    int? IStatusCodeHttpResult.StatusCode => StatusCode;

    string? IContentTypeHttpResult.ContentType => ContentType;

    /// <inheritdoc/>
    public static void PopulateMetadata(MethodInfo method, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(object), [BlittableMediaType.Json, BlittableMediaType.Document]));
    }

    /// <inheritdoc/>
    /// <exception cref="BlittableException">The document is damaged, or its text exceeds <see cref="BlittableJsonOptions.MaxExpandedBytes"/>.</exception>
    public Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        var isDocument = !Value.NeedsDictionary && PrefersDocument(httpContext.Request);
        httpContext.Response.StatusCode = StatusCode;
        httpContext.Response.ContentType = isDocument ? BlittableMediaType.Document : BlittableMediaType.Json;
        return WriteAsync(httpContext, Value, isDocument);
    }

    /// <summary>Writes a document to a response with status and media type set, or sets status 304 if the client already has the document.</summary>
    internal static async Task WriteAsync(HttpContext context, BlittableDocument document, bool isDocument)
    {
        var (response, stop) = (context.Response, context.RequestAborted);
        if (response.StatusCode == StatusCodes.Status200OK && DocumentTag.IsNotModified(context, document, isDocument))
        {
            response.StatusCode = StatusCodes.Status304NotModified;
            response.ContentType = null;
            return;
        }

        try
        {
            if (isDocument)
            {
                response.ContentLength = document.Bytes.Length;
                await response.Body.WriteAsync(document.Bytes, stop).ConfigureAwait(false);
            }
            else
            {
                await document.WriteJsonAsync(response.BodyWriter, cancellationToken: stop).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The client has disconnected, which is not an application error.
        }
    }

    /// <summary>Determines whether a request names the media type of documents with at least the quality of JSON.</summary>
    private static bool PrefersDocument(HttpRequest request)
    {
        var (document, json, breadth) = (0.0, 0.0, int.MaxValue);
        foreach (var type in request.GetTypedHeaders().Accept)
        {
            var quality = type.Quality ?? 1;
            if (type.MediaType.Equals(BlittableMediaType.Document, StringComparison.OrdinalIgnoreCase))
            {
                document = quality;
            }
            else if (BreadthOf(type) is var found && found < breadth)
            {
                (json, breadth) = (quality, found);
            }
        }

        return document > 0 && document >= json;
    }

    /// <summary>Ranks the media ranges that include JSON. The narrowest range in the request determines the quality of JSON.</summary>
    private static int BreadthOf(MediaTypeHeaderValue range) =>
        range.MediaType.Equals(BlittableMediaType.Json, StringComparison.OrdinalIgnoreCase) ? 0
        : range.MediaType.Equals("application/*", StringComparison.OrdinalIgnoreCase) ? 1
        : range.MatchesAllTypes ? 2
        : int.MaxValue;
}
