using System.IO.Pipelines;
using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Abstractions;
using Microsoft.AspNetCore.Routing;

namespace Blittable.AspNetCore;

/// <summary>Writes documents to the response as newline-delimited JSON, each document as soon as it is available.</summary>
/// <remarks>
/// <para>The response pipe is flushed when it has buffered 16 KB, and before waiting for the next document.</para>
/// <para>If the documents come from a <see cref="BlittableBodyStream"/> with an invalid body, the response has the status of the fault. If the response has
/// already started, the connection is aborted, because the client must not mistake a partial response for a complete one.</para>
/// <para>Immutable. Use an instance for one response.</para>
/// </remarks>
public sealed class BlittableStreamResult : IResult, IEndpointMetadataProvider
{
    private const int FlushLength = 1 << 14;

    private readonly IAsyncEnumerable<BlittableDocument> _documents;

    /// <summary>Creates a response with a stream of documents.</summary>
    /// <param name="documents">The documents. Each document is disposed after it has been written.</param>
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
    /// <exception cref="BlittableException">A document is damaged, or its text exceeds <see cref="BlittableJsonOptions.MaxExpandedBytes"/>.</exception>
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        var (response, stop) = (httpContext.Response, httpContext.RequestAborted);
        response.ContentType = BlittableMediaType.JsonLines;
        try
        {
            await WriteAsync(response.BodyWriter, stop).ConfigureAwait(false);
        }
        catch (BodyFaultException fault) when (BodyFault.IsAction(httpContext))
        {
            // The documents come from the request body. Filters for exceptions of MVC do not cover the execution of results.
            if (BodyFault.Answer(httpContext, fault) is { } problem)
            {
                await BodyFaultFilter.ToResult(httpContext, problem).ExecuteResultAsync(
                    new ActionContext(httpContext, httpContext.GetRouteData(), httpContext.GetEndpoint()!.Metadata.GetMetadata<ActionDescriptor>()!)).ConfigureAwait(false);
            }
        }
        catch (BodyFaultException fault) when (!BodyFault.IsThrown(httpContext, fault))
        {
            await BodyFault.ToResult(httpContext, BodyFault.Answer(httpContext, fault)).ExecuteAsync(httpContext).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The client has disconnected, which is not an application error.
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

    /// <summary>Flushes the pipe, then waits for the next document. If flushing fails, the pending step must still complete before the enumerator can be
    /// disposed.</summary>
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
