using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore;

/// <summary>Binds the body of a request to a patch: <c>application/json-patch+json</c> or <c>application/merge-patch+json</c>.</summary>
/// <remarks>Faults get the same responses as faults in a <see cref="BlittableBody"/>: a body that is no patch with status 400, one of another type with 415. It belongs to a request; one
/// thread at a time may use it.</remarks>
public sealed class BlittablePatchBody : IBindableFromHttpContext<BlittablePatchBody>, IEndpointParameterMetadataProvider, IDisposable
{
    private readonly BlittablePatch? _patch;

    internal BlittablePatchBody(BlittablePatch? patch) => _patch = patch;

    /// <summary>Gets the patch.</summary>
    /// <exception cref="BadHttpRequestException">The body is not a patch, and the endpoint has no filters to say so.</exception>
    public BlittablePatch Patch => _patch ?? throw new BadHttpRequestException("The body is not a patch.");

    /// <summary>Reads the body of a request.</summary>
    /// <returns>Null for an empty body.</returns>
    /// <exception cref="BadHttpRequestException">The body is not a patch, and <see cref="RouteHandlerOptions.ThrowOnBadRequest"/> asks for exceptions.</exception>
    public static async ValueTask<BlittablePatchBody?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        try
        {
            var patch = await BodyReader.ReadPatchAsync(context, context.RequestServices.GetService<BlittableOptions>()).ConfigureAwait(false);
            return patch is null ? null : new BlittablePatchBody(patch);
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
            var status = fault.Code == BlittableErrorCode.TestFailed ? StatusCodes.Status409Conflict : StatusCodes.Status422UnprocessableEntity;
            throw new BodyFaultException(status, fault.Message, fault);
        }
    }

    /// <summary>Releases the patch.</summary>
    public void Dispose() => _patch?.Dispose();
}
