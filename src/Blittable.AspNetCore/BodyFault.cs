using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Abstractions;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Blittable.AspNetCore;

/// <summary>Creates the responses to requests with invalid bodies.</summary>
/// <remarks>ASP.NET Core rejects invalid bodies of its own types without an exception. A type with a custom <c>BindAsync</c> can do so only through an endpoint
/// filter, which finds the recorded fault in the request features.</remarks>
internal static partial class BodyFault
{
    /// <summary>Records a fault for the endpoint filter.</summary>
    /// <returns>false if the exception must be thrown instead; otherwise, true.</returns>
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

    /// <summary>Determines whether <see cref="RouteHandlerOptions.ThrowOnBadRequest"/> requires an exception. As in ASP.NET Core, this excludes bodies that
    /// were not received.</summary>
    public static bool IsThrown(HttpContext context, BodyFaultException fault) =>
        !fault.IsUnreceived && context.RequestServices.GetService<IOptions<RouteHandlerOptions>>()?.Value.ThrowOnBadRequest == true;

    /// <summary>Adds the filter that handles faults to an endpoint, unless the endpoint already has it.</summary>
    public static void AddFilter(EndpointBuilder builder)
    {
        if (builder.Metadata.OfType<FilterMarker>().Any())
        {
            return;
        }

        builder.Metadata.Add(new FilterMarker());
        builder.FilterFactories.Add((_, next) => invocation => FilterAsync(invocation, next));
    }

    /// <summary>Logs a fault that was found after binding, in a stream of documents or when a patch was applied. Returns the response.</summary>
    /// <returns>The response, or <see langword="null"/> if another response has started. That response is aborted, because its status cannot be
    /// changed.</returns>
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

    /// <summary>Returns a result that sends problem details, or only the status code if <c>AddProblemDetails</c> was not called.</summary>
    public static IResult ToResult(HttpContext context, ProblemDetails? problem) =>
        problem is null ? Results.Empty
        : context.RequestServices.GetService<IProblemDetailsService>() is null ? Results.StatusCode(problem.Status!.Value)
        : new ProblemResult(problem);

    /// <summary>Determines whether the endpoint is an MVC action. Actions get the filter from the metadata of their parameters, but
    /// <see cref="BodyFaultFilter"/> handles their faults.</summary>
    public static bool IsAction(HttpContext context) => context.GetEndpoint()?.Metadata.GetMetadata<ActionDescriptor>() is not null;

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
