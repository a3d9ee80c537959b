using System.IO.Pipelines;
using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace Blittable.AspNetCore;

/// <summary>Responds with documents as newline-delimited JSON, each as soon as it is available.</summary>
/// <remarks>
/// <para>The pipe of the response is flushed whenever it has buffered 16 KB, and whenever the next document is waited for.</para>
/// <para>If the documents come from a <see cref="BlittableBodyStream"/> whose body turns out to be bad, the response is the status of the fault; a response that has begun is cut off,
/// so that the client does not take it for complete.</para>
/// <para>Immutable; used once.</para>
/// </remarks>
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
        catch (BodyFaultException fault) when (!BodyFault.IsThrown(httpContext, fault))
        {
            // The documents come from the body of the request.
            await BodyFault.ToResult(httpContext, BodyFault.Answer(httpContext, fault)).ExecuteAsync(httpContext).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The client has gone, which is no fault of the application.
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
                var mustFlush = (!next.IsCompleted && output.UnflushedBytes > 0) || output.UnflushedBytes >= FlushLength;
                var hasNext = mustFlush ? await FlushAsync(output, next.AsTask(), stop).ConfigureAwait(false) : await next.ConfigureAwait(false);
                if (!hasNext)
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

    /// <summary>Flushes the pipe, and then waits for the next document. If flushing fails, the enumerator must still complete its step before it can be disposed of.</summary>
    private static async ValueTask<bool> FlushAsync(PipeWriter output, Task<bool> next, CancellationToken stop)
    {
        try
        {
            await output.FlushAsync(stop).ConfigureAwait(false);
        }
        catch
        {
            await ((Task)next).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw;
        }

        return await next.ConfigureAwait(false);
    }
}
