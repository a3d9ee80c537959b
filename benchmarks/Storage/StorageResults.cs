using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Storage;

/// <summary>Writes the results of a run into its folder.</summary>
internal static class StorageResults
{
    public static void Write(StorageOptions options, IReadOnlyList<ModelResult> results, TextWriter console)
    {
        foreach (var result in results)
        {
            WriteFile(SummaryCsv.Render(result.Operations), options.Output, result.DatabaseModel, "summary.csv");
        }

        WriteFile(SummaryCsv.Render(results.SelectMany(result => result.Operations)), options.Output, "combined_summary.csv");
        var report = MarkdownReport.Render(options, results, Machine.Description);
        WriteFile(report, options.Output, "storage.md");
        console.WriteLine(report);
        var specification = WriteFile(ChartSpecification.Render(results), options.Output, "storage.vl.json");
        console.WriteLine(ChartRenderer.Render(specification, Path.Combine(options.Output, "storage.svg")));
    }

    private static string WriteFile(string text, params string[] parts)
    {
        var path = Path.Combine(parts);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
        return path;
    }
}
