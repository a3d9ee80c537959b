using System.Reflection;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Net.Http.Headers;

namespace Blittable.AspNetCore;

/// <summary>Binds the body of a request to a document, as a parameter of a handler.</summary>
/// <remarks>
/// A body of JSON is converted as it arrives from the pipe, with the <see cref="BlittableOptions"/> that are registered as a service, or to memory mode. A body
/// of <see cref="BlittableMediaType.Document"/> is taken as it is, once <see cref="BlittableDocument.Validate()"/> has found no damage in it: it comes from a
/// stranger. A body of neither kind is answered with status 415, a body that is damaged or not JSON with status 400. It belongs to a
/// request; one thread at a time may use it.
/// </remarks>
public sealed class BlittableBody : IBindableFromHttpContext<BlittableBody>, IDisposable
{
    private BlittableBody(BlittableDocument document) => Document = document;

    /// <summary>Gets the document.</summary>
    public BlittableDocument Document { get; }

    /// <summary>Reads the body of a request.</summary>
    /// <exception cref="BadHttpRequestException">The body is not a document.</exception>
    public static async ValueTask<BlittableBody?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        var options = context.RequestServices.GetService<BlittableOptions>();
        var isDocument = IsDocument(context.Request);
        try
        {
            if (!isDocument)
            {
                return new BlittableBody(await BlittableDocument.ParseAsync(context.Request.BodyReader, options, context.RequestAborted).ConfigureAwait(false));
            }

            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body, context.RequestAborted).ConfigureAwait(false);
            var document = BlittableDocument.Open(body.GetBuffer().AsMemory(0, (int)body.Length), options?.Dictionary);
            document.Validate();
            return new BlittableBody(document);
        }
        catch (BlittableException fault)
        {
            throw new BadHttpRequestException(fault.Message, StatusCodes.Status400BadRequest, fault);
        }
    }

    /// <summary>Lets go of the document.</summary>
    public void Dispose() => Document.Dispose();

    /// <summary>Whether the body is a document as it is stored, rather than JSON.</summary>
    private static bool IsDocument(HttpRequest request)
    {
        if (request.ContentType is null || request.HasJsonContentType())
        {
            return false;
        }

        if (MediaTypeHeaderValue.TryParse(request.ContentType, out var type) && type.MediaType.Equals(BlittableMediaType.Document, StringComparison.OrdinalIgnoreCase))
        {
            return true;
        }

        throw new BadHttpRequestException(
            $"Expected a body of {BlittableMediaType.Json} or {BlittableMediaType.Document}, found {request.ContentType}.",
            StatusCodes.Status415UnsupportedMediaType);
    }
}
