using System.Globalization;
using System.Text;

namespace Blittable.Benchmarks.Storage;

/// <summary>The results as a Markdown document: settings, every percentile of every time, and the models side by side.</summary>
internal static class MarkdownReport
{
    public static string Render(StorageOptions options, IReadOnlyList<ModelResult> results, string machine)
    {
        var text = new StringBuilder("# Storage workloads\n\n");
        var index = options.WithDateIndex ? "an index on the date" : "no index but the key";
        text.Append(Invariant($"{options.Threads} connections, {options.Rows:N0} rows by {options.Batch:N0}, {index}; {machine}.\n\n"));
        text.Append("Times are milliseconds. *DB* is the time in driver and database, ")
            .Append("*processing* that in which values are made, encoded and decoded, *total* their sum. ");
        text.Append("Operations and rows a second are over the DB time of one connection (the sum over all connections divided by their number).\n");
        foreach (var database in results.GroupBy(result => result.Database))
        {
            AppendSettings(text, database.Key, database);
            AppendComparison(text, [.. database]);
        }

        AppendAll(text, results);
        return text.ToString();
    }

    private static void AppendSettings(StringBuilder text, string database, IEnumerable<ModelResult> results)
    {
        text.Append(Invariant($"\n## {database}\n\n"));
        foreach (var (name, value) in results.First().Settings)
        {
            text.Append(Invariant($"* `{name}` = `{value}`\n"));
        }

        foreach (var result in results)
        {
            var seen = result.ConnectionsSeen > 0 ? Invariant($", {result.ConnectionsSeen} connections seen by the server") : "";
            text.Append(Invariant($"* {result.Model}: table of {result.TableBytes / 1e6:F1} MB{seen}; "));
            text.AppendJoin(", ", result.Elapsed.Select(workload => Invariant($"{workload.Key} {workload.Value.TotalSeconds:F2} s"))).Append('\n');
        }
    }

    /// <summary>The mean total time of each operation with each model, and how many times as fast as the first model the others are.</summary>
    private static void AppendComparison(StringBuilder text, IReadOnlyList<ModelResult> results)
    {
        if (results.Count < 2)
        {
            return;
        }

        var first = results[0];
        text.Append("\n| operation |").AppendJoin('|', results.Select(result => $" {result.Model}, mean total "));
        text.Append('|').AppendJoin('|', results.Skip(1).Select(result => $" {result.Model}: times as fast as {first.Model} ")).Append("|\n");
        text.Append("|---|").AppendJoin('|', Enumerable.Repeat("---:", (2 * results.Count) - 1)).Append("|\n");
        foreach (var operation in first.Operations)
        {
            var means = results
                .Select(result => result.Operations
                    .First(other => (other.Workload, other.Operation) == (operation.Workload, operation.Operation)).TotalTime.Mean)
                .ToArray();
            text.Append(Invariant($"| {operation.Workload} / {operation.Operation} |"));
            text.AppendJoin('|', means.Select(mean => Invariant($" {mean:F3} "))).Append('|');
            text.AppendJoin('|', means.Skip(1).Select(mean => Invariant($" {means[0] / mean:F2} "))).Append("|\n");
        }
    }

    private static void AppendAll(StringBuilder text, IReadOnlyList<ModelResult> results)
    {
        text.Append("\n## Every operation\n\n");
        text.Append("| database, model | operation | count | retries | DB p50 | p90 | p99 | mean ")
            .Append("| processing p50 | p90 | p99 | mean | total p50 | p90 | p99 | mean | operations/s | rows/s |\n");
        text.Append("|---|---|").AppendJoin('|', Enumerable.Repeat("---:", 16)).Append("|\n");
        foreach (var operation in results.SelectMany(result => result.Operations))
        {
            text.Append(Invariant($"| {operation.DatabaseModel} | {operation.Workload} / {operation.Operation} | {operation.Count} | {operation.Retries} "));
            foreach (var time in new[] { operation.DatabaseTime, operation.ProcessingTime, operation.TotalTime })
            {
                text.Append(Invariant($"| {time.P50:F3} | {time.P90:F3} | {time.P99:F3} | {time.Mean:F3} "));
            }

            text.Append(Invariant($"| {operation.OperationsPerSecond:N1} | {operation.RowsPerSecond:N0} |\n"));
        }
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
