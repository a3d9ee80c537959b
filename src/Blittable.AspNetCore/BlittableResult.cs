using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace Blittable.AspNetCore;

/// <summary>Responds with a document: as JSON, or as it is stored where the request accepts <see cref="BlittableMediaType.Document"/>.</summary>
/// <remarks>
/// A document that needs a dictionary is sent as JSON always: the other side may not have the dictionary. Immutable; any number of threads may use it.
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
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, null, [BlittableMediaType.Json, BlittableMediaType.Document]));
    }

    /// <inheritdoc/>
    /// <exception cref="BlittableException">The document is damaged, or its text passes its limit: see <see cref="BlittableJsonOptions.MaxExpandedBytes"/>.</exception>
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        var response = httpContext.Response;
        response.StatusCode = StatusCode;
        if (!Value.NeedsDictionary && Accepts(httpContext.Request))
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
