using System.Globalization;

namespace Blittable.Benchmarks.Storage;

/// <summary>
/// The summary as comma-separated values: milliseconds of the total time for the percentiles, medians for the three times. The last three columns are
/// the operation's name in a known suite of this kind, the throughput as that one defines it, and the number of samples.
/// </summary>
internal static class SummaryCsv
{
    public const string Header =
        "database_model,model,workload,operation,p50,p90,p99,throughput,db_time,processing_time,total_time,rows_per_second,"
        + "original,original_throughput,samples";

    public static string Render(IEnumerable<OperationSummary> operations) =>
        string.Concat(operations.Select(Line).Prepend(Header).Select(line => line + '\n'));

    private static string Line(OperationSummary summary)
    {
        string[] figures =
        [
            Text(summary.TotalTime.P50), Text(summary.TotalTime.P90), Text(summary.TotalTime.P99), Text(summary.OperationsPerSecond),
            Text(summary.DatabaseTime.P50), Text(summary.ProcessingTime.P50, "F4"), Text(summary.TotalTime.P50), Text(summary.RowsPerSecond),
            OriginalNames.Of(summary.Workload, summary.Operation), Text(summary.OriginalThroughput), Text(summary.Count, "F0"),
        ];
        return $"{summary.DatabaseModel},{summary.Model},{summary.Workload},{summary.Operation},{string.Join(',', figures)}";
    }

    private static string Text(double figure, string format = "F2") => figure.ToString(format, CultureInfo.InvariantCulture);
}
