using System.Globalization;

namespace Blittable.Benchmarks.Storage;

/// <summary>The summary as comma-separated values: milliseconds of the total time for the percentiles, means for the three times.</summary>
internal static class SummaryCsv
{
    public const string Header =
        "database_model,model,workload,operation,p50,p90,p99,throughput,db_time,processing_time,total_time,rows_per_second";

    public static string Render(IEnumerable<OperationSummary> operations) =>
        string.Concat(operations.Select(Line).Prepend(Header).Select(line => line + '\n'));

    private static string Line(OperationSummary summary)
    {
        double[] figures =
        [
            summary.TotalTime.P50, summary.TotalTime.P90, summary.TotalTime.P99, summary.OperationsPerSecond,
            summary.DatabaseTime.Mean, summary.ProcessingTime.Mean, summary.TotalTime.Mean, summary.RowsPerSecond,
        ];
        return $"{summary.DatabaseModel},{summary.Model},{summary.Workload},{summary.Operation},"
            + string.Join(',', figures.Select(figure => figure.ToString("F2", CultureInfo.InvariantCulture)));
    }
}
