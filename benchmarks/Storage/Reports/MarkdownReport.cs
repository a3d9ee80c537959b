using System.Globalization;
using System.Text;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Storage;

/// <summary>Writes the results as a Markdown document: settings, a comparison of the models, and every percentile of every time.</summary>
internal static class MarkdownReport
{
    public static string Render(StorageOptions options, IReadOnlyList<ModelResult> results, string machine, string command)
    {
        var text = new StringBuilder("# Storage workloads\n\n");
        var index = options.WithDateIndex ? "an index on the date" : "no secondary index";
        text.Append(Invariant($"Command: `{command}`.\n\n"));
        text.Append(Invariant($"{options.Threads} connections, {options.Rows:N0} rows in batches of {options.Batch:N0}, {index}, "))
            .Append(Invariant($"{options.Rounds} alternating rounds of all models; {machine}; {DateTime.UtcNow:yyyy-MM-dd}.\n\n"));
        text.Append("Times are in milliseconds. *DB* is the time in the driver and the database, *processing* the processor time in which this program creates, ")
            .Append("encodes and decodes values and prepares operations, and *total* the sum of both. ");
        text.Append("Operations and rows per second refer to the DB time per connection (the sum over all connections divided by their number); ")
            .Append("*original throughput* is 1,000 divided by the mean DB time, which the original suite calls rows per second.\n");
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
            text.Append(Invariant($"* {result.Model}: table size {result.TableBytes / 1e6:F1} MB{seen}; "));
            var elapsed = result.Elapsed.GroupBy(workload => workload.Key, workload => workload.Value.TotalSeconds);
            text.AppendJoin(", ", elapsed.Select(workload => Invariant($"{workload.Key} {Statistics.Median(workload):F2} s"))).Append('\n');
        }
    }

    /// <summary>Appends the median total time of each operation with each model, and the speedup over the first model: the median over rounds, and the
    /// extremes.</summary>
    private static void AppendComparison(StringBuilder text, IReadOnlyList<ModelResult> results)
    {
        if (results.Count < 2)
        {
            return;
        }

        var first = results[0];
        text.Append("\n| operation | original |").AppendJoin('|', results.Select(result => $" {result.Model}, median total "));
        text.Append('|').AppendJoin('|', results.Skip(1).Select(result => $" {result.Model}: times as fast as {first.Model} (rounds) ")).Append("|\n");
        text.Append("|---|---|").AppendJoin('|', Enumerable.Repeat("---:", (2 * results.Count) - 1)).Append("|\n");
        foreach (var operation in first.Operations)
        {
            IReadOnlyList<double>[] rounds = [.. results.Select(result => result.MedianOfRounds(operation.Workload, operation.Operation))];
            text.Append(Invariant($"| {operation.Workload} / {operation.Operation} | {OriginalNames.Of(operation.Workload, operation.Operation)} |"));
            text.AppendJoin('|', rounds.Select(medians => Invariant($" {Statistics.Median(medians):F3} "))).Append('|');
            text.AppendJoin('|', rounds.Skip(1).Select(medians => Ratios(rounds[0], medians))).Append("|\n");
        }

        text.Append("\nThe control table is identical for all models and is not changed by any workload: ")
            .Append("the deviation of its ratio from 1 is the noise of the machine.\n");
    }

    private static string Ratios(IReadOnlyList<double> first, IReadOnlyList<double> other)
    {
        double[] ratios = [.. first.Zip(other, (one, two) => one / two)];
        return Invariant($" {Statistics.Median(ratios):F2} ({ratios.Min():F2} to {ratios.Max():F2}) ");
    }

    private static void AppendAll(StringBuilder text, IReadOnlyList<ModelResult> results)
    {
        text.Append("\n## All operations\n\n");
        text.Append("| database, model | operation | count | retries | DB p50 | p90 | p99 | mean ")
            .Append("| processing p50 | p90 | p99 | mean | total p50 | p90 | p99 | mean | operations/s | rows/s | original throughput |\n");
        text.Append("|---|---|").AppendJoin('|', Enumerable.Repeat("---:", 17)).Append("|\n");
        foreach (var operation in results.SelectMany(result => result.Operations))
        {
            text.Append(Invariant($"| {operation.DatabaseModel} | {operation.Workload} / {operation.Operation} | {operation.Count} | {operation.Retries} "));
            foreach (var time in new[] { operation.DatabaseTime, operation.ProcessingTime, operation.TotalTime })
            {
                text.Append(Invariant($"| {time.P50:F4} | {time.P90:F4} | {time.P99:F4} | {time.Mean:F4} "));
            }

            text.Append(Invariant($"| {operation.OperationsPerSecond:N1} | {operation.RowsPerSecond:N0} | {operation.OriginalThroughput:N2} |\n"));
        }
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
