namespace Blittable.Benchmarks.Storage;

/// <summary>What an operation of a workload took, over all connections.</summary>
/// <param name="Connections">How many connections ran side by side.</param>
internal sealed record OperationSummary(
    string Database,
    string Model,
    string Workload,
    string Operation,
    int Connections,
    int Count,
    long Rows,
    int Retries,
    double TotalDatabaseTime,
    Quantiles DatabaseTime,
    Quantiles ProcessingTime,
    Quantiles TotalTime)
{
    public string DatabaseModel => $"{Database}_{Model}";

    /// <summary>Operations a second: their number over the database time of one connection, which is the sum divided by the connections; over the total time of operations
    /// without a database.</summary>
    public double OperationsPerSecond => PerSecond(Count);

    /// <summary>
    /// What a known suite calls throughput, in rows a second: operations a second, over the database time of all connections together, which is 1,000
    /// over the mean time in milliseconds.
    /// </summary>
    public double OriginalThroughput => Time > 0 ? Count * 1_000.0 / Time : 0;

    /// <summary>Rows a second, over the same time.</summary>
    public double RowsPerSecond => PerSecond(Rows);

    public static OperationSummary Of(
        string database, string model, string workload, string operation, int connections, IReadOnlyList<OperationSample> samples) => new(
            database,
            model,
            workload,
            operation,
            connections,
            samples.Count,
            samples.Sum(sample => sample.Rows),
            samples.Sum(sample => sample.Retries),
            samples.Sum(sample => sample.DatabaseTime),
            Quantiles.Of([.. samples.Select(sample => sample.DatabaseTime)]),
            Quantiles.Of([.. samples.Select(sample => sample.ProcessingTime)]),
            Quantiles.Of([.. samples.Select(sample => sample.TotalTime)]));

    private double Time => TotalDatabaseTime > 0 ? TotalDatabaseTime : TotalTime.Mean * Count;

    private double PerSecond(long count) => Time > 0 ? count * 1_000.0 * Connections / Time : 0;
}
