using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.AspNetCore.Mvc.ModelBinding;

namespace Blittable.AspNetCore;

/// <summary>Reads a <see cref="BlittableDocument"/> from the body of a request, as a document or as JSON.</summary>
/// <remarks>
/// A document from outside is validated as a whole. A body that is damaged, malformed or needs a dictionary that is missing becomes a model error, which a
/// controller with <c>[ApiController]</c> answers with status 400; the error's exception is an <see cref="InputFormatterException"/> around the
/// <see cref="BlittableException"/>. The server's limit on the size of bodies applies. Any number of threads may use a formatter.
/// </remarks>
public sealed class BlittableInputFormatter : InputFormatter
{
    private readonly BlittableOptions _options;

    /// <summary>Makes a formatter.</summary>
    /// <param name="options">How documents made of JSON are stored, and the dictionary of those that need one; memory mode if null.</param>
    public BlittableInputFormatter(BlittableOptions? options = null)
    {
        _options = options ?? new BlittableOptions();
        SupportedMediaTypes.Add(BlittableMediaType.Document);
        SupportedMediaTypes.Add("application/json");
        SupportedMediaTypes.Add("text/json");
        SupportedMediaTypes.Add("application/*+json");
    }

    /// <inheritdoc/>
    protected override bool CanReadType(Type type) => type == typeof(BlittableDocument);

    /// <inheritdoc/>
    public override async Task<InputFormatterResult> ReadRequestBodyAsync(InputFormatterContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        var request = context.HttpContext.Request;
        try
        {
            return await InputFormatterResult.SuccessAsync(
                IsDocument(request) ? await ReadDocumentAsync(request).ConfigureAwait(false) : await ReadJsonAsync(request).ConfigureAwait(false)).ConfigureAwait(false);
        }
        catch (BlittableException fault)
        {
            // Adding the exception itself would keep its message alone.
            if (context.ModelState.TryAddModelError(context.ModelName, fault.Message))
            {
                context.ModelState[context.ModelName]!.Errors[^1] = new ModelError(new InputFormatterException(fault.Message, fault), fault.Message);
            }

            return await InputFormatterResult.FailureAsync().ConfigureAwait(false);
        }
    }

    private static bool IsDocument(HttpRequest request) =>
        new MediaType(request.ContentType ?? "").IsSubsetOf(new MediaType(BlittableMediaType.Document));

    private async Task<BlittableDocument> ReadDocumentAsync(HttpRequest request)
    {
        using var bytes = new MemoryStream();
        await request.Body.CopyToAsync(bytes, request.HttpContext.RequestAborted).ConfigureAwait(false);
        var document = BlittableDocument.Open(bytes.ToArray(), _options.Dictionary);
        document.Validate();
        return document;
    }

    private async Task<BlittableDocument> ReadJsonAsync(HttpRequest request)
    {
        if (!BodyReader.TryOpen(request, out var body))
        {
            throw new BlittableException(BlittableErrorCode.InvalidUtf8, $"The charset of {request.ContentType} is not supported.");
        }

        return await BlittableDocument.ParseAsync(body, _options, request.HttpContext.RequestAborted).ConfigureAwait(false);
    }
}
