using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore;

/// <summary>Binds a request body to a patch: <c>application/json-patch+json</c> or <c>application/merge-patch+json</c>.</summary>
/// <remarks>Faults are handled as for a <see cref="BlittableBody"/>: status 400 for a body that is not a patch, 415 for another media type. The body belongs to
/// its request. Not thread-safe.</remarks>
public sealed class BlittablePatchBody : IBindableFromHttpContext<BlittablePatchBody>, IEndpointParameterMetadataProvider, IDisposable
{
    private readonly BlittablePatch? _patch;
    private readonly BlittableOptions? _options;

    internal BlittablePatchBody(BlittablePatch? patch, BlittableOptions? options = null)
    {
        _patch = patch;
        _options = options;
    }

    /// <summary>Gets the patch.</summary>
    /// <exception cref="BadHttpRequestException">The body is not a patch, and the endpoint runs no filters that would have rejected it.</exception>
    public BlittablePatch Patch => _patch ?? throw new BadHttpRequestException("The body is not a patch.");

    /// <summary>Reads the body of a request.</summary>
    /// <returns>The body, or null if it is empty.</returns>
    /// <exception cref="BadHttpRequestException">The body is not a patch, and <see cref="RouteHandlerOptions.ThrowOnBadRequest"/> is set.</exception>
    public static async ValueTask<BlittablePatchBody?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        try
        {
            var options = context.RequestServices.GetService<BlittableOptions>();
            var patch = await BodyReader.ReadPatchAsync(context, options).ConfigureAwait(false);
            return patch is null ? null : new BlittablePatchBody(patch, options);
        }
        catch (BodyFaultException fault) when (BodyFault.TryNote(context, fault))
        {
            return new BlittablePatchBody(null);
        }
    }

    /// <inheritdoc/>
    public static void PopulateMetadata(ParameterInfo parameter, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(parameter);
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new AcceptsMetadata(BodyReader.PatchTypes, typeof(object), BlittableBody.IsOptional(parameter)));
        BodyFault.AddFilter(builder);
    }

    /// <summary>Returns a copy of a document with the patch applied. The original document does not change.</summary>
    /// <remarks>New values are stored as the <see cref="BlittableOptions"/> that are registered as a service specify. If these options contain a dictionary, the
    /// result has it; otherwise, the result has the dictionary of the document, if any. If the exception is not handled, the response has status 409 if a test operation of the patch failed; otherwise, 422.</remarks>
    /// <exception cref="BadHttpRequestException">The patch cannot be applied.</exception>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public BlittableDocument ApplyTo(BlittableDocument document)
    {
        try
        {
            return Patch.ApplyTo(document, _options);
        }
        catch (BlittableException fault) when (StatusOf(fault.Code) is { } status)
        {
            throw new BodyFaultException(status, fault.Message, fault);
        }
    }

    /// <summary>Returns the status of a fault that a patch can cause, or <see langword="null"/> for a fault of the document.</summary>
    private static int? StatusOf(BlittableErrorCode code) => code switch
    {
        BlittableErrorCode.TestFailed => StatusCodes.Status409Conflict,
        BlittableErrorCode.NotFound or BlittableErrorCode.InvalidPath or BlittableErrorCode.WrongKind or BlittableErrorCode.InvalidPatch
            or BlittableErrorCode.InvalidOperation or BlittableErrorCode.DuplicateName or BlittableErrorCode.NumberOutOfRange
            or BlittableErrorCode.TooDeep or BlittableErrorCode.ExpansionTooLarge or BlittableErrorCode.DocumentTooLarge => StatusCodes.Status422UnprocessableEntity,
        _ => null,
    };

    /// <summary>Releases the patch.</summary>
    public void Dispose() => _patch?.Dispose();
}
