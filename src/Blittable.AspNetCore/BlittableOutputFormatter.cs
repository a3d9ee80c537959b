using Microsoft.AspNetCore.Mvc.Formatters;

namespace Blittable.AspNetCore;

/// <summary>Writes a <see cref="BlittableDocument"/> to the body of a response: as it is stored for clients that accept it, otherwise as JSON.</summary>
/// <remarks>Any number of threads may use a formatter.</remarks>
public sealed class BlittableOutputFormatter : OutputFormatter
{
    /// <summary>Makes a formatter.</summary>
    public BlittableOutputFormatter()
    {
        // The first one is written where a client accepts anything.
        SupportedMediaTypes.Add("application/json");
        SupportedMediaTypes.Add(BlittableMediaType.Document);
    }

    /// <inheritdoc/>
    protected override bool CanWriteType(Type? type) => type == typeof(BlittableDocument);

    /// <inheritdoc/>
    public override async Task WriteResponseBodyAsync(OutputFormatterWriteContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        var response = context.HttpContext.Response;
        var document = (BlittableDocument)context.Object!;
        if (new MediaType(context.ContentType).IsSubsetOf(new MediaType(BlittableMediaType.Document)))
        {
            response.ContentLength = document.Bytes.Length;
            await response.BodyWriter.WriteAsync(document.Bytes, context.HttpContext.RequestAborted).ConfigureAwait(false);
            return;
        }

        document.Root.WriteJson(response.BodyWriter);
        await response.BodyWriter.FlushAsync(context.HttpContext.RequestAborted).ConfigureAwait(false);
    }
}
