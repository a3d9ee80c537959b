using System.IO.Pipelines;
using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace Blittable.AspNetCore;

/// <summary>Responds with documents as newline-delimited JSON, each as soon as it is available.</summary>
/// <remarks>The pipe of the response is flushed whenever it has buffered 16 KB, and whenever the next document is waited for. Immutable; used once.</remarks>
public sealed class BlittableStreamResult : IResult, IEndpointMetadataProvider
{
    private const int FlushLength = 1 << 14;

    private readonly IAsyncEnumerable<BlittableDocument> _documents;

    /// <summary>Creates the response.</summary>
    /// <param name="documents">The documents; each is disposed of once it has been written.</param>
    /// <exception cref="ArgumentNullException"><paramref name="documents"/> is null.</exception>
    public BlittableStreamResult(IAsyncEnumerable<BlittableDocument> documents)
    {
        ArgumentNullException.ThrowIfNull(documents);
        _documents = documents;
    }

    /// <inheritdoc/>
    public static void PopulateMetadata(MethodInfo method, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(object), [BlittableMediaType.JsonLines]));
    }

    /// <inheritdoc/>
    /// <exception cref="BlittableException">A document is damaged, or its text passes its limit.</exception>
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        var (response, stop) = (httpContext.Response, httpContext.RequestAborted);
        response.ContentType = BlittableMediaType.JsonLines;
        try
        {
            await WriteAsync(response.BodyWriter, stop).ConfigureAwait(false);
        }
        catch (BodyFaultException found) when (!response.HasStarted && response.BodyWriter.UnflushedBytes == 0)
        {
            // The documents come from the body of the request, and the first one is already bad.
            response.ContentType = null;
            await BodyFault.Answer(httpContext, found).ExecuteAsync(httpContext).ConfigureAwait(false);
        }
    }

    private async Task WriteAsync(PipeWriter output, CancellationToken stop)
    {
        var documents = _documents.GetAsyncEnumerator(stop);
        await using (documents.ConfigureAwait(false))
        {
            while (true)
            {
                var next = documents.MoveNextAsync();
                if ((!next.IsCompleted && output.UnflushedBytes > 0) || output.UnflushedBytes >= FlushLength)
                {
                    await output.FlushAsync(stop).ConfigureAwait(false);
                }

                if (!await next.ConfigureAwait(false))
                {
                    break;
                }

                using var document = documents.Current;
                document.Root.WriteJson(output);
                output.GetSpan(1)[0] = (byte)'\n';
                output.Advance(1);
            }
        }

        await output.FlushAsync(stop).ConfigureAwait(false);
    }
}
