using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;

namespace Blittable.AspNetCore;

/// <summary>Binds the body of a request to a patch: <c>application/json-patch+json</c> or <c>application/merge-patch+json</c>.</summary>
/// <remarks>Faults get the same responses as faults in a <see cref="BlittableBody"/>: a body that is no patch with status 400, one of another type with 415. It belongs to a request; one
/// thread at a time may use it.</remarks>
public sealed class BlittablePatchBody : IBindableFromHttpContext<BlittablePatchBody>, IEndpointParameterMetadataProvider, IDisposable
{
    private static readonly string[] s_types = [BlittableMediaType.JsonPatch, BlittableMediaType.MergePatch];

    private readonly BlittablePatch? _patch;

    private BlittablePatchBody(BlittablePatch? patch) => _patch = patch;

    /// <summary>Gets the patch.</summary>
    /// <exception cref="BadHttpRequestException">The body is not a patch, and the endpoint has no filters to say so.</exception>
    public BlittablePatch Patch => _patch ?? throw new BadHttpRequestException("The body is not a patch.");

    /// <summary>Reads the body of a request.</summary>
    /// <returns>Null for an empty body.</returns>
    /// <exception cref="BadHttpRequestException">The body is not a patch, and <see cref="RouteHandlerOptions.ThrowOnBadRequest"/> asks for exceptions.</exception>
    public static async ValueTask<BlittablePatchBody?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        var document = await BodyReader.ReadAsync(context, s_types).ConfigureAwait(false);
        if (document is null)
        {
            return context.Features.Get<BodyFault>() is null ? null : new BlittablePatchBody(null);
        }

        var isMerge = context.Request.ContentType!.StartsWith(BlittableMediaType.MergePatch, StringComparison.OrdinalIgnoreCase);
        try
        {
            return new BlittablePatchBody(BlittablePatch.Of(document, isMerge ? BlittablePatchKind.MergePatch : BlittablePatchKind.JsonPatch));
        }
        catch (BlittableException fault)
        {
            BodyFault.Note(context, StatusCodes.Status400BadRequest, fault.Message, fault);
            return new BlittablePatchBody(null);
        }
    }

    /// <inheritdoc/>
    public static void PopulateMetadata(ParameterInfo parameter, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(parameter);
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new AcceptsMetadata(s_types, typeof(object), BlittableBody.IsOptional(parameter)));
        BodyFault.AddFilter(builder);
    }

    /// <summary>Returns a document with the patch applied; the given document stays as it is.</summary>
    /// <remarks>A patch that cannot be applied ends the request: with status 409 if a test of the patch failed, otherwise with 422.</remarks>
    /// <exception cref="BadHttpRequestException">The patch cannot be applied.</exception>
    public BlittableDocument ApplyTo(BlittableDocument document)
    {
        try
        {
            return Patch.ApplyTo(document);
        }
        catch (BlittableException fault)
        {
            throw new BodyFaultException(
                fault.Code == BlittableErrorCode.TestFailed ? StatusCodes.Status409Conflict : StatusCodes.Status422UnprocessableEntity, fault);
        }
    }

    /// <summary>Releases the patch.</summary>
    public void Dispose() => _patch?.Dispose();
}
