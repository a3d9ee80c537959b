using Microsoft.AspNetCore.Mvc.Formatters;

namespace Blittable.AspNetCore;

/// <summary>Writes a <see cref="BlittableDocument"/> to the response body: in stored form for clients that accept it, otherwise as JSON.</summary>
/// <remarks>
/// <para>MVC selects the format by its own rules. They ignore an <c>Accept</c> header that contains <c>*/*</c> unless
/// <see cref="Microsoft.AspNetCore.Mvc.MvcOptions.RespectBrowserAcceptHeader"/> is set. In all other respects the response equals the response of a
/// <see cref="BlittableResult"/>. A document that needs a dictionary is never sent in stored form. A response with status 200 to a GET or HEAD request has an
/// <c>ETag</c>, or becomes a response with status 304.</para>
/// <para>Thread-safe.</para>
/// </remarks>
public sealed class BlittableOutputFormatter : OutputFormatter
{
    private static readonly MediaType s_document = new(BlittableMediaType.Document);

    /// <summary>Creates a formatter.</summary>
    public BlittableOutputFormatter()
    {
        // MVC uses the first media type for clients that accept any type.
        SupportedMediaTypes.Add(BlittableMediaType.Json);
        SupportedMediaTypes.Add(BlittableMediaType.Document);
    }

    /// <inheritdoc/>
    public override bool CanWriteResult(OutputFormatterCanWriteContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return base.CanWriteResult(context) && !(IsDocument(context) && context.Object is BlittableDocument { NeedsDictionary: true });
    }

    /// <inheritdoc/>
    public override Task WriteResponseBodyAsync(OutputFormatterWriteContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        return BlittableResult.WriteAsync(context.HttpContext, (BlittableDocument)context.Object!, IsDocument(context));
    }

    /// <inheritdoc/>
    protected override bool CanWriteType(Type? type) => type == typeof(BlittableDocument);

    private static bool IsDocument(OutputFormatterCanWriteContext context) => new MediaType(context.ContentType).IsSubsetOf(s_document);
}
