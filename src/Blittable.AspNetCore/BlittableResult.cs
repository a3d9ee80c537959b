using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace Blittable.AspNetCore;

/// <summary>Responds with a document: as JSON, or as it is stored where the request accepts <see cref="BlittableMediaType.Document"/>.</summary>
/// <remarks>
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
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        var response = httpContext.Response;
        response.StatusCode = StatusCode;
        var isDocument = !Value.NeedsDictionary && Accepts(httpContext.Request);
        if (StatusCode == StatusCodes.Status200OK && DocumentTag.IsNotModified(httpContext, Value, isDocument))
        {
            response.StatusCode = StatusCodes.Status304NotModified;
            return;
        }

        if (isDocument)
        {
            response.ContentType = BlittableMediaType.Document;
            response.ContentLength = Value.Bytes.Length;
            await response.Body.WriteAsync(Value.Bytes, httpContext.RequestAborted).ConfigureAwait(false);
            return;
        }

        response.ContentType = BlittableMediaType.Json;
        await Value.WriteJsonAsync(response.BodyWriter, cancellationToken: httpContext.RequestAborted).ConfigureAwait(false);
    }

    private static bool Accepts(HttpRequest request)
    {
        foreach (var type in request.GetTypedHeaders().Accept)
        {
            if (type.MediaType.Equals(BlittableMediaType.Document, StringComparison.OrdinalIgnoreCase) && type.Quality is not 0)
            {
                return true;
            }
        }

        return false;
    }
}
