using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore;

/// <summary>Reads a parameter of an MVC action from the request body: a document, a patch, or a stream of documents.</summary>
/// <remarks>
/// <para>A <see cref="BlittableDocument"/> is read from JSON or from a stored document, which is validated in full. A <see cref="BlittablePatch"/> or
/// <see cref="BlittablePatchBody"/> is read from a JSON Patch or a JSON Merge Patch, and a <see cref="BlittableBodyStream"/> from newline-delimited JSON or a
/// JSON array.</para>
/// <para>A damaged or malformed body, or a missing dictionary, is reported as a model error. A controller with <c>[ApiController]</c> then responds with status
/// 400. The exception of the model error is an <see cref="InputFormatterException"/> that wraps the <see cref="BlittableException"/>. An unsupported media type
/// or charset results in status 415. A body over the limit of the server or of <c>[RequestSizeLimit]</c> throws a <see cref="BadHttpRequestException"/>, which
/// the filter of <see cref="BlittableMvcExtensions.AddBlittable"/> converts to status 413.</para>
/// <para>Thread-safe.</para>
/// </remarks>
public sealed class BlittableInputFormatter : InputFormatter
{
    private static readonly Dictionary<Type, string[]> s_mediaTypes = new()
    {
        [typeof(BlittableDocument)] = [BlittableMediaType.Document, BlittableMediaType.Json, "text/json", "application/*+json"],
        [typeof(BlittablePatch)] = BodyReader.PatchTypes,
        [typeof(BlittablePatchBody)] = BodyReader.PatchTypes,
        [typeof(BlittableBodyStream)] = [BlittableMediaType.JsonLines, BlittableMediaType.Json, "text/json"],
    };

    private readonly BlittableOptions? _options;

    /// <summary>Creates a formatter.</summary>
    /// <param name="options">The options for converting JSON, and the dictionary of documents that need one. If null, the options that are registered as a
    /// service are used, or memory mode if there are none.</param>
    public BlittableInputFormatter(BlittableOptions? options = null)
    {
        _options = options;
        foreach (var mediaType in s_mediaTypes.Values.SelectMany(mediaTypes => mediaTypes).Distinct(StringComparer.Ordinal))
        {
            SupportedMediaTypes.Add(mediaType);
        }
    }

    /// <inheritdoc/>
    public override Task<InputFormatterResult> ReadAsync(InputFormatterContext context)
    {
        ArgumentNullException.ThrowIfNull(context);

        // An empty body is an empty stream, not a missing value.
        return context.ModelType == typeof(BlittableBodyStream) ? ReadRequestBodyAsync(context) : base.ReadAsync(context);
    }

    /// <inheritdoc/>
    public override async Task<InputFormatterResult> ReadRequestBodyAsync(InputFormatterContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        try
        {
            return await ReadAsync(context.HttpContext, context.ModelType).ConfigureAwait(false) is { } model ? InputFormatterResult.Success(model)
                : context.TreatEmptyInputAsDefaultValue ? InputFormatterResult.Success(null!)
                : InputFormatterResult.NoValue();
        }
        catch (BodyFaultException fault) when (fault.StatusCode == StatusCodes.Status415UnsupportedMediaType)
        {
            context.ModelState.TryAddModelError(context.ModelName, new UnsupportedContentTypeException(fault.Message), context.Metadata);
        }
        catch (BodyFaultException fault) when (fault.StatusCode == StatusCodes.Status400BadRequest)
        {
            // TryAddModelError with the exception would store only its message.
            if (context.ModelState.TryAddModelError(context.ModelName, fault.Message))
            {
                context.ModelState[context.ModelName]!.Errors[^1] = new ModelError(new InputFormatterException(fault.Message, fault.InnerException!), fault.Message);
            }
        }

        return InputFormatterResult.Failure();
    }

    /// <inheritdoc/>
    protected override bool CanReadType(Type type) => s_mediaTypes.ContainsKey(type);

    /// <summary>Reads a model. The formatter also receives bodies with the media types of other models, because the JSON formatter would read them
    /// otherwise.</summary>
    private async ValueTask<object?> ReadAsync(HttpContext context, Type type)
    {
        var mediaType = new MediaType(context.Request.ContentType ?? "");
        if (!Array.Exists(s_mediaTypes[type], supported => mediaType.IsSubsetOf(new MediaType(supported))))
        {
            throw new BodyFaultException(StatusCodes.Status415UnsupportedMediaType, $"The content type {context.Request.ContentType} is not supported.");
        }

        var options = _options ?? context.RequestServices?.GetService<BlittableOptions>();
        if (type == typeof(BlittableDocument))
        {
            return await BodyReader.ReadAsync(context, BodyReader.IsDocument(context.Request), options).ConfigureAwait(false);
        }

        if (type == typeof(BlittableBodyStream))
        {
            return BlittableBodyStream.Open(context, options);
        }

        var patch = await BodyReader.ReadPatchAsync(context, options).ConfigureAwait(false);
        return patch is null || type == typeof(BlittablePatch) ? patch : new BlittablePatchBody(patch, options);
    }
}
