using System.Text.Json;

namespace Blittable.Benchmarks.Storage;

/// <summary>A Vega-Lite chart of the mean total time of each operation on a logarithmic scale, the models side by side, a panel for each database.</summary>
internal static class ChartSpecification
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    public static string Render(IEnumerable<ModelResult> results)
    {
        var values = results.SelectMany(result => result.Operations).Select(operation => new
        {
            database = operation.Database,
            model = operation.Model,
            operation = $"{operation.Workload} / {operation.Operation}",
            milliseconds = Math.Round(operation.TotalTime.Mean, 3),
            p99 = Math.Round(operation.TotalTime.P99, 3),
        });
        return JsonSerializer.Serialize(
            new Dictionary<string, object>
            {
                ["$schema"] = "https://vega.github.io/schema/vega-lite/v6.json",
                ["title"] = "Mean time of an operation by date model",
                ["data"] = new { values },
                ["facet"] = new { row = new { field = "database", title = (string?)null } },
                ["spec"] = new
                {
                    width = 640,
                    height = 220,
                    mark = new { type = "point", filled = true, size = 90, opacity = 1 },
                    encoding = new
                    {
                        x = new
                        {
                            field = "operation", type = "nominal", sort = (string?)null, title = (string?)null,
                            axis = new { labelAngle = -30, labelLimit = 300, grid = true },
                        },
                        xOffset = new { field = "model", type = "nominal" },
                        y = new { field = "milliseconds", type = "quantitative", scale = new { type = "log" }, title = "ms, logarithmic" },
                        color = new { field = "model", type = "nominal", title = "model" },
                    },
                },
            },
            Indented);
    }
}
