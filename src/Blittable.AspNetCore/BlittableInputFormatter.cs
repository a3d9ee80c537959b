using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore;

/// <summary>Reads a parameter of an MVC action from the body of a request: a document, a patch, or a stream of documents.</summary>
/// <remarks>
/// <para>A <see cref="BlittableDocument"/> is read from JSON or from a stored document, which is validated as a whole. A <see cref="BlittablePatch"/> or
/// <see cref="BlittablePatchBody"/> is read from a JSON Patch or a JSON Merge Patch, and a <see cref="BlittableBodyStream"/> from newline-delimited JSON or a JSON array.</para>
/// <para>A body that is damaged, malformed or needs a dictionary that is missing becomes a model error, which a controller with <c>[ApiController]</c> answers with status 400; the
/// error's exception is an <see cref="InputFormatterException"/> around the <see cref="BlittableException"/>. A media type or charset that is not supported is answered with status 415.
/// A body over the limit of the server or of <c>[RequestSizeLimit]</c> throws a <see cref="BadHttpRequestException"/>, which the filter of
/// <see cref="BlittableMvcExtensions.AddBlittable"/> answers with status 413.</para>
/// <para>Any number of threads may use a formatter.</para>
/// </remarks>
public sealed class BlittableInputFormatter : InputFormatter
{
    private static readonly Dictionary<Type, string[]> s_mediaTypes = new()
    {
        [typeof(BlittableDocument)] = [BlittableMediaType.Document, BlittableMediaType.Json, "text/json", "application/*+json"],
        [typeof(BlittablePatch)] = BodyReader.PatchTypes,
        [typeof(BlittablePatchBody)] = BodyReader.PatchTypes,
        [typeof(BlittableBodyStream)] = [BlittableMediaType.JsonLines, BlittableMediaType.Json],
    };

    private readonly BlittableOptions? _options;

    /// <summary>Makes a formatter.</summary>
    /// <param name="options">How documents made of JSON are stored, and the dictionary of those that need one; null for the options that are registered as a service, or memory mode
    /// if there are none.</param>
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

        // An empty body is a stream without documents, not a missing value.
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
            // Adding the exception itself would keep its message alone.
            if (context.ModelState.TryAddModelError(context.ModelName, fault.Message))
            {
                context.ModelState[context.ModelName]!.Errors[^1] = new ModelError(new InputFormatterException(fault.Message, fault.InnerException!), fault.Message);
            }
        }

        return InputFormatterResult.Failure();
    }

    /// <inheritdoc/>
    protected override bool CanReadType(Type type) => s_mediaTypes.ContainsKey(type);

    /// <summary>Reads a model. The formatter also gets bodies of the media types of other models, because the formatter of JSON would read them.</summary>
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
        return patch is null || type == typeof(BlittablePatch) ? patch : new BlittablePatchBody(patch);
    }
}
