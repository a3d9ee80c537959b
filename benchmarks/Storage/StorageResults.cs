using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Storage;

/// <summary>Writes the results of a run into its folder.</summary>
internal static class StorageResults
{
    public static void Write(StorageOptions options, IReadOnlyList<ModelResult> results, string command, TextWriter console)
    {
        foreach (var result in results)
        {
            WriteFile(SummaryCsv.Render(result.Operations), options.Output, result.DatabaseModel, "summary.csv");
        }

        WriteFile(SummaryCsv.Render(results.SelectMany(result => result.Operations)), options.Output, "combined_summary.csv");
        var report = MarkdownReport.Render(options, results, Machine.Description, command);
        WriteFile(report, options.Output, "storage.md");
        console.WriteLine(report);
        if (options.WithChart)
        {
            foreach (var chart in StorageChart.Of(results))
            {
                console.WriteLine($"Drawn: {string.Join(", ", BarChartPicture.Write(chart, Path.Combine(options.Output, "storage")))}");
            }
        }
    }

    private static void WriteFile(string text, params string[] parts)
    {
        var path = Path.Combine(parts);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
