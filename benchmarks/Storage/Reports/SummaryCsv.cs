using System.Globalization;

namespace Blittable.Benchmarks.Storage;

/// <summary>Formats the summary as comma-separated values. The columns up to <c>total_time</c> have the names and the meaning of a known suite. They contain
/// percentiles of the total time, means of the three times in milliseconds, and a throughput of 1,000 divided by the mean database time. The remaining columns
/// are specific to this suite.</summary>
internal static class SummaryCsv
{
    public const string Header =
        "database_model,model,workload,operation,p50,p90,p99,throughput,db_time,processing_time,total_time,"
        + "db_time_median,processing_time_median,total_time_median,"
        + "operations_per_second,rows_per_second,original,samples";

    public static string Render(IEnumerable<OperationSummary> operations) =>
        string.Concat(operations.Select(Line).Prepend(Header).Select(line => line + '\n'));

    private static string Line(OperationSummary summary)
    {
        string[] figures =
        [
            Text(summary.TotalTime.P50), Text(summary.TotalTime.P90), Text(summary.TotalTime.P99), Text(summary.OriginalThroughput),
            Text(summary.DatabaseTime.Mean), Text(summary.ProcessingTime.Mean, "F4"), Text(summary.TotalTime.Mean),
            Text(summary.DatabaseTime.P50), Text(summary.ProcessingTime.P50, "F4"), Text(summary.TotalTime.P50),
            Text(summary.OperationsPerSecond), Text(summary.RowsPerSecond),
            OriginalNames.Of(summary.Workload, summary.Operation), Text(summary.Count, "F0"),
        ];
        return $"{summary.DatabaseModel},{summary.Model},{summary.Workload},{summary.Operation},{string.Join(',', figures)}";
    }

    private static string Text(double figure, string format = "F2") => figure.ToString(format, CultureInfo.InvariantCulture);
}
