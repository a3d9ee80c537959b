using System.Diagnostics;
using System.Globalization;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Blittable.Cli;

/// <summary>Shows the amount of completed work and its rate per second, in bytes or another unit.</summary>
/// <param name="unit">The unit, in the plural, or null for bytes.</param>
/// <param name="start">The <see cref="Stopwatch.GetTimestamp"/> at the start of the work, which is earlier than the display of the bar.</param>
internal sealed class RateColumn(string? unit, long start) : ProgressColumn
{
    private const double Megabyte = 1e6;

    public override IRenderable Render(RenderOptions options, ProgressTask task, TimeSpan deltaTime)
    {
        var rate = task.Value / Math.Max(Stopwatch.GetElapsedTime(start).TotalSeconds, 1e-3);
        return new Spectre.Console.Text(unit is null
            ? string.Create(CultureInfo.InvariantCulture, $"{task.Value / Megabyte:N0} MB, {rate / Megabyte:N1} MB/s")
            : string.Create(CultureInfo.InvariantCulture, $"{task.Value:N0} {unit}, {rate:N0} {unit}/s"));
    }
}
