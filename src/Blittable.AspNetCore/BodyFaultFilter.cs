using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.Infrastructure;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore;

/// <summary>Responds to faults that are not model errors, because an action encounters them or because their status is neither 400 nor 415.</summary>
internal sealed class BodyFaultFilter : IExceptionFilter
{
    public void OnException(ExceptionContext context)
    {
        if (context.Exception is not BodyFaultException fault)
        {
            return;
        }

        context.ExceptionHandled = true;
        if (BodyFault.Answer(context.HttpContext, fault) is { } answer)
        {
            context.Result = ToResult(context.HttpContext, answer);
        }
    }

    /// <summary>Returns a result that sends problem details.</summary>
    public static ObjectResult ToResult(HttpContext context, ProblemDetails answer)
    {
        // The factory applies the application's configuration of MVC problem details.
        var problem = context.RequestServices.GetRequiredService<ProblemDetailsFactory>().CreateProblemDetails(context, answer.Status, detail: answer.Detail);
        foreach (var (name, value) in answer.Extensions)
        {
            problem.Extensions.Add(name, value);
        }

        return new ObjectResult(problem) { StatusCode = problem.Status };
    }
}
