using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Abstractions;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Blittable.AspNetCore;

/// <summary>Answers faults in request bodies.</summary>
/// <remarks>ASP.NET answers a bad body of its own types without an exception. A type that binds itself has no way to do so except an endpoint filter, which finds the noted
/// fault among the features of the request.</remarks>
internal static partial class BodyFault
{
    /// <summary>Notes a fault for the filter of the endpoint.</summary>
    /// <returns>False if the exception must be thrown instead.</returns>
    public static bool TryNote(HttpContext context, BodyFaultException fault)
    {
        if (IsThrown(context, fault))
        {
            return false;
        }

        Log(context, fault);
        context.Features.Set(fault);
        return true;
    }

    /// <summary>Determines whether the application wants an exception: <see cref="RouteHandlerOptions.ThrowOnBadRequest"/>. As in ASP.NET, this excludes bodies
    /// that were not received.</summary>
    public static bool IsThrown(HttpContext context, BodyFaultException fault) =>
        !fault.IsUnreceived && context.RequestServices.GetService<IOptions<RouteHandlerOptions>>()?.Value.ThrowOnBadRequest == true;

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

    /// <summary>Logs a fault that was found after binding, and returns the response: in a stream of documents, or when a patch was applied.</summary>
    /// <returns>The response, or <see langword="null"/> if another response has begun. That one is cut off, because its status cannot be changed.</returns>
    public static ProblemDetails? Answer(HttpContext context, BodyFaultException fault)
    {
        Log(context, fault);
        if (context.Response.HasStarted || context.Response.BodyWriter.UnflushedBytes > 0)
        {
            context.Abort();
            return null;
        }

        context.Response.ContentType = null;
        return Describe(fault);
    }

    /// <summary>Returns the result that sends problem details, or only their status if the service of <c>AddProblemDetails</c> is not registered.</summary>
    public static IResult ToResult(HttpContext context, ProblemDetails? problem) =>
        problem is null ? Results.Empty
        : context.RequestServices.GetService<IProblemDetailsService>() is null ? Results.StatusCode(problem.Status!.Value)
        : new ProblemResult(problem);

    private static async ValueTask<object?> FilterAsync(EndpointFilterInvocationContext invocation, EndpointFilterDelegate next)
    {
        var context = invocation.HttpContext;
        if (context.Features.Get<BodyFaultException>() is { } noted)
        {
            return ToResult(context, Describe(noted));
        }

        try
        {
            return await next(invocation).ConfigureAwait(false);
        }
        catch (BodyFaultException fault) when (!IsThrown(context, fault) && !IsAction(context))
        {
            return ToResult(context, Answer(context, fault));
        }
    }

    /// <summary>Determines whether the endpoint is an MVC action, to which the metadata of its parameters add the filter too. <see cref="BodyFaultFilter"/> answers its
    /// faults.</summary>
    private static bool IsAction(HttpContext context) => context.GetEndpoint()?.Metadata.GetMetadata<ActionDescriptor>() is not null;

    private static ProblemDetails Describe(BodyFaultException fault)
    {
        var problem = new ProblemDetails { Status = fault.StatusCode, Detail = fault.Message };
        if (fault.Fault is { } found)
        {
            Add("code", found.Code.ToString());
            Add("offset", found.Offset >= 0 ? found.Offset : null);
            Add("line", found.Line);
            Add("column", found.Column);
            Add("path", fault.Path);
        }

        return problem;

        void Add(string name, object? value)
        {
            if (value is not null)
            {
                problem.Extensions.Add(name, value);
            }
        }
    }

    private static void Log(HttpContext context, BodyFaultException fault)
    {
        if (context.RequestServices.GetService<ILoggerFactory>() is { } loggers)
        {
            LogBadBody(loggers.CreateLogger("Blittable.AspNetCore"), fault.StatusCode, fault.Message);
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
