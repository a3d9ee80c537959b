using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.Infrastructure;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore;

/// <summary>Answers faults that are not model errors, because an MVC action finds them or because their status is not 400 or 415.</summary>
internal sealed class BodyFaultFilter : IExceptionFilter
{
    public void OnException(ExceptionContext context)
    {
        if (context.Exception is not BodyFaultException fault)
        {
            return;
        }

        context.ExceptionHandled = true;
        if (BodyFault.Answer(context.HttpContext, fault) is not { } answer)
        {
            return;
        }

        // The factory adds what the application has configured for all problem details of MVC.
        var problem = context.HttpContext.RequestServices.GetRequiredService<ProblemDetailsFactory>()
            .CreateProblemDetails(context.HttpContext, answer.Status, detail: answer.Detail);
        foreach (var (name, value) in answer.Extensions)
        {
            problem.Extensions.Add(name, value);
        }

        context.Result = new ObjectResult(problem) { StatusCode = problem.Status };
    }
}
