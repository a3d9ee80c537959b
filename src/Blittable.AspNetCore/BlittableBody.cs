using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;

namespace Blittable.AspNetCore;

/// <summary>Binds a request body to a document, as a parameter of a route handler.</summary>
/// <remarks>
/// <para>A JSON body in any charset is converted after it is received. The conversion uses the <see cref="BlittableOptions"/> that are registered as a service,
/// or memory mode. A body of type <see cref="BlittableMediaType.Document"/> is used without conversion after <see cref="BlittableDocument.Validate()"/> has
/// verified it.</para>
/// <para>Invalid bodies get the responses that ASP.NET Core sends for its own body types. The status is 415 for another media type, 400 for a damaged document
/// or invalid JSON, and 413 for a body over the limit of the server. Faults are logged at level Debug. If <c>AddProblemDetails</c> was called, the response
/// contains problem details with line and column, and with the path for UTF-8 bodies below 64 KB. With <see cref="RouteHandlerOptions.ThrowOnBadRequest"/>, an
/// exception is thrown instead, except for a body over the limit or a client that disconnects. A nullable parameter is null for an empty body.</para>
/// <para>OpenAPI describes the body as an <see cref="object"/>. To declare its schema, call <c>Accepts&lt;Order&gt;("application/json")</c> on the
/// endpoint.</para>
/// <para>The body belongs to its request. Not thread-safe.</para>
/// </remarks>
public sealed class BlittableBody : IBindableFromHttpContext<BlittableBody>, IEndpointParameterMetadataProvider, IDisposable
{
    private readonly BlittableDocument? _document;

    private BlittableBody(BlittableDocument? document) => _document = document;

    /// <summary>Gets the document.</summary>
    /// <exception cref="BadHttpRequestException">The body is not a document, and the endpoint runs no filters that would have rejected it.</exception>
    public BlittableDocument Document => _document ?? throw new BadHttpRequestException("The body is not a document.");

    /// <summary>Reads the body of a request.</summary>
    /// <returns>The body, or null if it is empty.</returns>
    /// <exception cref="BadHttpRequestException">The body is not a document, and <see cref="RouteHandlerOptions.ThrowOnBadRequest"/> is set.</exception>
    public static async ValueTask<BlittableBody?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        try
        {
            return await BodyReader.ReadAsync(context).ConfigureAwait(false) is { } document ? new BlittableBody(document) : null;
        }
        catch (BodyFaultException fault) when (BodyFault.TryNote(context, fault))
        {
            return new BlittableBody(null);
        }
    }

    /// <inheritdoc/>
    public static void PopulateMetadata(ParameterInfo parameter, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(parameter);
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new AcceptsMetadata([BlittableMediaType.Json, BlittableMediaType.Document], typeof(object), IsOptional(parameter)));
        BodyFault.AddFilter(builder);
    }

    /// <summary>Releases the document.</summary>
    public void Dispose() => _document?.Dispose();

    /// <summary>Determines whether a parameter may be null, for the endpoint description. Returns false if trimming removed the nullability
    /// attributes.</summary>
    internal static bool IsOptional(ParameterInfo parameter)
    {
        if (parameter.HasDefaultValue)
        {
            return true;
        }

        try
        {
            return new NullabilityInfoContext().Create(parameter).ReadState == NullabilityState.Nullable;
        }
        catch (InvalidOperationException)
        {
            // Trimming has removed the nullability attributes.
            return false;
        }
    }
}
