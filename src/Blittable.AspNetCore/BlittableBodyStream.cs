using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore;

/// <summary>Binds the body of a request to a stream of documents, one in memory at a time: newline-delimited JSON, a JSON array of objects, or concatenated texts.</summary>
/// <remarks>A text that is not JSON ends the enumeration with a <see cref="BadHttpRequestException"/>, which is answered with status 400 unless the response has begun. It belongs
/// to a request; one thread at a time may use it.</remarks>
public sealed class BlittableBodyStream : IBindableFromHttpContext<BlittableBodyStream>, IEndpointParameterMetadataProvider, IAsyncEnumerable<BlittableDocument>
{
    private readonly HttpContext _context;
    private readonly Stream _body;

    private BlittableBodyStream(HttpContext context, Stream body)
    {
        _context = context;
        _body = body;
    }

    /// <summary>Opens the body of a request.</summary>
    /// <exception cref="BadHttpRequestException">The charset is not known, and <see cref="RouteHandlerOptions.ThrowOnBadRequest"/> asks for exceptions.</exception>
    public static ValueTask<BlittableBodyStream?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        if (!BodyReader.TryOpen(context.Request, out var body))
        {
            BodyFault.Note(context, StatusCodes.Status415UnsupportedMediaType, $"The charset of {context.Request.ContentType} is not supported.");
        }

        return ValueTask.FromResult<BlittableBodyStream?>(new BlittableBodyStream(context, body));
    }

    /// <inheritdoc/>
    public static void PopulateMetadata(ParameterInfo parameter, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new AcceptsMetadata([BlittableMediaType.JsonLines, BlittableMediaType.Json], typeof(object)));
        BodyFault.AddFilter(builder);
    }

    /// <summary>Reads the documents. Each one belongs to the caller.</summary>
    /// <param name="cancellationToken">Stops the reading, as the end of the request does.</param>
    public async IAsyncEnumerator<BlittableDocument> GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _context.RequestAborted);
        var options = _context.RequestServices.GetService<BlittableOptions>();
        using var converter = new BlittableConverter(options);
        var documents = converter.ConvertTextsAsync(_body, null, stop.Token).GetAsyncEnumerator(stop.Token);
        await using (documents.ConfigureAwait(false))
        {
            while (await NextAsync(documents).ConfigureAwait(false))
            {
                yield return BlittableDocument.Open(documents.Current.ToArray(), options?.Dictionary);
            }
        }
    }

    private static async ValueTask<bool> NextAsync(IAsyncEnumerator<ReadOnlyMemory<byte>> documents)
    {
        try
        {
            return await documents.MoveNextAsync().ConfigureAwait(false);
        }
        catch (BlittableException fault)
        {
            throw new BodyFaultException(StatusCodes.Status400BadRequest, fault);
        }
    }
}
