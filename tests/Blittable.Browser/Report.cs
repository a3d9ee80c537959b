using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Rendering;

namespace Blittable.Browser;

/// <summary>The page: a line for each check that failed, then how many passed.</summary>
internal sealed class Report : ComponentBase
{
    protected override void BuildRenderTree(RenderTreeBuilder builder)
    {
        var passed = 0;
        foreach (var (name, check) in Checks.All)
        {
            try
            {
                check();
                passed++;
            }
            catch (Exception fault)
            {
                builder.OpenElement(0, "p");
                builder.AddContent(1, $"{name}: {fault.GetType().Name}: {fault.Message}");
                builder.CloseElement();
            }
        }

        builder.OpenElement(2, "p");
        builder.AddContent(3, $"{passed} of {Checks.All.Length} checks passed");
        builder.CloseElement();
    }
}
