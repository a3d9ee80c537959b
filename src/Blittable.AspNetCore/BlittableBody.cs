using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;

namespace Blittable.AspNetCore;

/// <summary>Binds the body of a request to a document, as a parameter of a handler.</summary>
/// <remarks>
/// <para>A body of JSON in any charset is converted with the <see cref="BlittableOptions"/> that are registered as a service, or to memory mode, when
/// it has been received. A body of <see cref="BlittableMediaType.Document"/> is used as it is, once <see cref="BlittableDocument.Validate()"/> has found no damage in it.</para>
/// <para>Faults get the same responses as faults in bodies that ASP.NET binds itself: status 415 for a body of neither kind, 400 for one that is damaged or not JSON, 413 for one over the
/// server's limit; a Debug log; problem details with line, column and path if the service of <c>AddProblemDetails</c> is registered; an exception only with
/// <see cref="RouteHandlerOptions.ThrowOnBadRequest"/>, and never for a body over the limit or a client that disconnects. A nullable parameter is null for an empty body.</para>
/// <para>OpenAPI describes the body as an <see cref="object"/>; <c>Accepts&lt;Order&gt;("application/json")</c> on the endpoint declares its schema. The body belongs to a
/// request; one thread at a time may use it.</para>
/// </remarks>
public sealed class BlittableBody : IBindableFromHttpContext<BlittableBody>, IEndpointParameterMetadataProvider, IDisposable
{
    private readonly BlittableDocument? _document;

    private BlittableBody(BlittableDocument? document) => _document = document;

    /// <summary>Gets the document.</summary>
    /// <exception cref="BadHttpRequestException">The body is not a document, and the endpoint has no filters to say so.</exception>
    public BlittableDocument Document => _document ?? throw new BadHttpRequestException("The body is not a document.");

    /// <summary>Reads the body of a request.</summary>
    /// <returns>Null for an empty body.</returns>
    /// <exception cref="BadHttpRequestException">The body is not a document, and <see cref="RouteHandlerOptions.ThrowOnBadRequest"/> asks for exceptions.</exception>
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

    /// <summary>Gets a value that indicates whether a parameter may be null, for the description of an endpoint. A trimmed program does not say.</summary>
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
            // Trimming has removed the attributes.
            return false;
        }
    }
}
