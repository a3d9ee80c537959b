using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Net.Http.Headers;

namespace Blittable.AspNetCore;

/// <summary>Responds with a document: as JSON, or as it is stored where the request accepts <see cref="BlittableMediaType.Document"/>.</summary>
/// <remarks>
/// <para>A request accepts the stored document if its <c>Accept</c> header names that media type, with a quality that is not lower than that of JSON.</para>
/// <para>A document that needs a dictionary is sent as JSON always: the other side may not have the dictionary.</para>
/// <para>The response to a GET or HEAD request has an <c>ETag</c>, the hash of the stored document and of its form, unless the handler has set one; a request whose
/// <c>If-None-Match</c> names it is answered with status 304. Immutable; any number of threads may use it.</para>
/// </remarks>
public sealed class BlittableResult : IResult, IEndpointMetadataProvider, IStatusCodeHttpResult, IContentTypeHttpResult, IValueHttpResult<BlittableDocument>
{
    /// <summary>Makes the response of a document.</summary>
    /// <param name="document">The document, which must stay as it is until the response has been written.</param>
    /// <param name="statusCode">The status of the response.</param>
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

    /// <summary>Gets the media type of the response where the request does not say what it accepts.</summary>
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
    /// <exception cref="BlittableException">The document is damaged, or its text passes its limit: see <see cref="BlittableJsonOptions.MaxExpandedBytes"/>.</exception>
    public Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        var isDocument = !Value.NeedsDictionary && PrefersDocument(httpContext.Request);
        httpContext.Response.StatusCode = StatusCode;
        httpContext.Response.ContentType = isDocument ? BlittableMediaType.Document : BlittableMediaType.Json;
        return WriteAsync(httpContext, Value, isDocument);
    }

    /// <summary>Writes a document to a response whose status and media type have been set, or answers that the client has it already.</summary>
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
            // The client has gone, which is no fault of the application.
        }
    }

    /// <summary>Determines whether a request names the media type of documents, with a quality that is not lower than that of JSON.</summary>
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

    /// <summary>Ranks the media ranges that include JSON: its quality is that of the narrowest one in the request.</summary>
    private static int BreadthOf(MediaTypeHeaderValue range) =>
        range.MediaType.Equals(BlittableMediaType.Json, StringComparison.OrdinalIgnoreCase) ? 0
        : range.MediaType.Equals("application/*", StringComparison.OrdinalIgnoreCase) ? 1
        : range.MatchesAllTypes ? 2
        : int.MaxValue;
}
