using System.Globalization;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Blittable.Cli;

/// <summary>Shows the amount of completed work and its rate per second, in bytes or another unit.</summary>
internal sealed class RateColumn(ProgressWork work) : ProgressColumn
{
    private const double Megabyte = 1e6;

    public override IRenderable Render(RenderOptions options, ProgressTask task, TimeSpan deltaTime)
    {
        var rate = task.Value / Math.Max(work.Elapsed().TotalSeconds, 1e-3);
        return new Spectre.Console.Text(work.Unit is null
            ? string.Create(CultureInfo.InvariantCulture, $"{task.Value / Megabyte:N0} MB, {rate / Megabyte:N1} MB/s")
            : string.Create(CultureInfo.InvariantCulture, $"{task.Value:N0} {work.Unit}, {rate:N0} {work.Unit}/s"));
    }
}
