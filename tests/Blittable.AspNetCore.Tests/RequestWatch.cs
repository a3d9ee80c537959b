using System.Collections.Concurrent;
using Microsoft.AspNetCore.Http;

namespace Blittable.AspNetCore.Tests;

/// <summary>Records when the first request begins and ends, and the exceptions that would reach the exception handlers of an application.</summary>
internal sealed class RequestWatch
{
    private readonly ConcurrentQueue<Exception> _exceptions = new();

    public IReadOnlyCollection<Exception> Exceptions => _exceptions;

    public TaskCompletionSource Begun { get; } = new();

    public TaskCompletionSource Ended { get; } = new();

    public async Task RunAsync(HttpContext context, RequestDelegate next)
    {
        Begun.TrySetResult();
        try
        {
            await next(context);
        }
        catch (Exception exception)
        {
            _exceptions.Enqueue(exception);
            throw;
        }
        finally
        {
            Ended.TrySetResult();
        }
    }
}
