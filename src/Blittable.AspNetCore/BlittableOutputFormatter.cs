using Microsoft.AspNetCore.Mvc.Formatters;

namespace Blittable.AspNetCore;

/// <summary>Writes a <see cref="BlittableDocument"/> to the body of a response: as it is stored for clients that accept it, otherwise as JSON.</summary>
/// <remarks>
/// <para>MVC chooses the format by its rules, which ignore an <c>Accept</c> header with <c>*/*</c> unless <see cref="Microsoft.AspNetCore.Mvc.MvcOptions.RespectBrowserAcceptHeader"/> is
/// set. Otherwise the response is that of a <see cref="BlittableResult"/>: a document that needs a dictionary is not sent as it is stored, and GET and HEAD requests get an <c>ETag</c>,
/// or status 304.</para>
/// <para>Any number of threads may use a formatter.</para>
/// </remarks>
public sealed class BlittableOutputFormatter : OutputFormatter
{
    private static readonly MediaType s_document = new(BlittableMediaType.Document);

    /// <summary>Makes a formatter.</summary>
    public BlittableOutputFormatter()
    {
        // The first one is written where a client accepts anything.
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
