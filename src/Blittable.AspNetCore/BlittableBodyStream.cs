using System.Reflection;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore;

/// <summary>Binds a request body to a stream of documents: newline-delimited JSON, a JSON array of objects, or concatenated JSON texts. Holds one document in
/// memory at a time.</summary>
/// <remarks>
/// <para>The body is not decompressed. Use the middleware of <c>UseRequestDecompression</c>, which enforces the body size limit of the server.</para>
/// <para>Invalid JSON, a body over the limit or a lost connection ends the enumeration with a <see cref="BadHttpRequestException"/>. The response then has the
/// status of the fault, as for a <see cref="BlittableBody"/>. If the response has already started, the connection is aborted.</para>
/// <para>The stream belongs to its request and can be enumerated once. Not thread-safe.</para>
/// </remarks>
public sealed class BlittableBodyStream : IBindableFromHttpContext<BlittableBodyStream>, IEndpointParameterMetadataProvider, IAsyncEnumerable<BlittableDocument>
{
    private static readonly BlittableTextOptions s_texts = new() { Compression = BlittableTextCompression.None };

    private readonly HttpContext _context;
    private readonly Encoding? _encoding;
    private readonly BlittableOptions? _options;
    private readonly BodyFaultException? _fault;

    private BlittableBodyStream(HttpContext context, Encoding? encoding, BlittableOptions? options, BodyFaultException? fault = null)
    {
        _context = context;
        _encoding = encoding;
        _options = options;
        _fault = fault;
    }

    /// <summary>Opens the body of a request.</summary>
    /// <exception cref="BadHttpRequestException">The charset is not supported, and <see cref="RouteHandlerOptions.ThrowOnBadRequest"/> is set.</exception>
    public static ValueTask<BlittableBodyStream?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        try
        {
            return ValueTask.FromResult<BlittableBodyStream?>(Open(context, context.RequestServices.GetService<BlittableOptions>()));
        }
        catch (BodyFaultException fault) when (BodyFault.TryNote(context, fault))
        {
            return ValueTask.FromResult<BlittableBodyStream?>(new BlittableBodyStream(context, null, null, fault));
        }
    }

    /// <inheritdoc/>
    public static void PopulateMetadata(ParameterInfo parameter, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new AcceptsMetadata([BlittableMediaType.JsonLines, BlittableMediaType.Json], typeof(object)));
        BodyFault.AddFilter(builder);
    }

    /// <summary>Reads the documents. The caller owns each document.</summary>
    /// <param name="cancellationToken">The token to cancel reading. The end of the request also cancels it.</param>
    /// <exception cref="BadHttpRequestException">The charset of the body is not supported, and the endpoint runs no filters that would have rejected it.</exception>
    public async IAsyncEnumerator<BlittableDocument> GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        if (_fault is not null)
        {
            // The endpoint was built without the filter that answers for a fault of binding.
            throw _fault;
        }

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _context.RequestAborted);
        using var converter = new BlittableConverter(_options);
        var body = BodyReader.Open(_context.Request, _encoding);
        await using var closingBody = body.ConfigureAwait(false);
        var documents = converter.ConvertTextsAsync(body, s_texts, stop.Token).GetAsyncEnumerator(stop.Token);
        await using var closing = documents.ConfigureAwait(false);
        while (await NextAsync(documents).ConfigureAwait(false))
        {
            // Like a parsed document, it needs no limit: its text was received in full.
            yield return BlittableDocument.Open(documents.Current.ToArray(), _options?.Dictionary, long.MaxValue);
        }
    }

    /// <summary>Opens the body of a request whose media type has been accepted.</summary>
    /// <exception cref="BodyFaultException">The charset is not supported.</exception>
    internal static BlittableBodyStream Open(HttpContext context, BlittableOptions? options) => new(context, BodyReader.EncodingOf(context.Request), options);

    private async ValueTask<bool> NextAsync(IAsyncEnumerator<ReadOnlyMemory<byte>> documents)
    {
        try
        {
            return await documents.MoveNextAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (BodyFaultException.Of(exception, _context) is { } fault)
        {
            throw fault;
        }
    }
}
