using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Blittable.AspNetCore;

/// <summary>Describes the fault in a request body, from the reader that finds it to the filter that answers.</summary>
/// <remarks>ASP.NET answers a bad body of its own types without an exception. A type that binds itself has no way to do so except a filter, to which this is handed.</remarks>
internal sealed partial class BodyFault
{
    private BodyFault(int status, string detail, BlittableException? fault, string? path)
    {
        Status = status;
        Detail = detail;
        Fault = fault;
        Path = path;
    }

    public int Status { get; }

    public string Detail { get; }

    public BlittableException? Fault { get; }

    /// <summary>The position in the JSON text; null if it is unknown.</summary>
    public string? Path { get; }

    /// <summary>Notes a fault, for the filter of the endpoint.</summary>
    /// <exception cref="BadHttpRequestException">The application wants exceptions: <see cref="RouteHandlerOptions.ThrowOnBadRequest"/>.</exception>
    public static void Note(HttpContext context, int status, string detail, BlittableException? fault = null, string? path = null)
    {
        if (context.RequestServices.GetService<IOptions<RouteHandlerOptions>>()?.Value.ThrowOnBadRequest == true)
        {
            throw fault is null ? new BadHttpRequestException(detail, status) : new BadHttpRequestException(detail, status, fault);
        }

        if (context.RequestServices.GetService<ILoggerFactory>() is { } loggers)
        {
            LogBadBody(loggers.CreateLogger("Blittable.AspNetCore"), status, detail);
        }

        context.Features.Set(new BodyFault(status, detail, fault, path));
    }

    /// <summary>Adds the filter that answers faults to an endpoint, once.</summary>
    public static void AddFilter(EndpointBuilder builder)
    {
        if (builder.Metadata.OfType<FilterMarker>().Any())
        {
            return;
        }

        builder.Metadata.Add(new FilterMarker());
        builder.FilterFactories.Add((_, next) => invocation => FilterAsync(invocation, next));
    }

    private static async ValueTask<object?> FilterAsync(EndpointFilterInvocationContext invocation, EndpointFilterDelegate next)
    {
        var context = invocation.HttpContext;
        if (context.Features.Get<BodyFault>() is { } fault)
        {
            return fault.ToResult(context);
        }

        try
        {
            return await next(invocation).ConfigureAwait(false);
        }
        catch (BodyFaultException found) when (!context.Response.HasStarted)
        {
            return Answer(context, found);
        }
    }

    /// <summary>Makes the response to a fault that a handler has met itself: in a stream of documents, or when it applied a patch.</summary>
    public static IResult Answer(HttpContext context, BodyFaultException found)
    {
        Note(context, found.StatusCode, found.Message, found.InnerException as BlittableException);
        return context.Features.Get<BodyFault>()!.ToResult(context);
    }

    private IResult ToResult(HttpContext context)
    {
        if (context.RequestServices.GetService<IProblemDetailsService>() is null)
        {
            return Results.StatusCode(Status);
        }

        var extensions = new Dictionary<string, object?>(StringComparer.Ordinal);
        if (Fault is not null)
        {
            extensions.Add("code", Fault.Code.ToString());
            Add("offset", Fault.Offset >= 0 ? Fault.Offset : null);
            Add("line", Fault.Line);
            Add("column", Fault.Column);
            Add("path", Path);
        }

        return new ProblemResult(new ProblemDetails { Status = Status, Detail = Detail, Extensions = extensions });

        void Add(string name, object? value)
        {
            if (value is not null)
            {
                extensions.Add(name, value);
            }
        }
    }

    [LoggerMessage(1, LogLevel.Debug, "The request body was rejected with status {Status}: {Detail}", EventName = "BadBody")]
    private static partial void LogBadBody(ILogger logger, int status, string detail);

    private sealed class FilterMarker;

    private sealed class ProblemResult(ProblemDetails problem) : IResult
    {
        public async Task ExecuteAsync(HttpContext httpContext)
        {
            httpContext.Response.StatusCode = problem.Status!.Value;
            await httpContext.RequestServices.GetRequiredService<IProblemDetailsService>()
                .TryWriteAsync(new ProblemDetailsContext { HttpContext = httpContext, ProblemDetails = problem }).ConfigureAwait(false);
        }
    }
}
