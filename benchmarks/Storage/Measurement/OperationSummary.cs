namespace Blittable.Benchmarks.Storage;

/// <summary>Summarizes the samples of an operation of a workload over all connections.</summary>
/// <param name="Connections">The number of parallel connections.</param>
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

    /// <summary>Gets operations per second: the number of operations divided by the database time per connection. Operations without a database use their total
    /// time.</summary>
    public double OperationsPerSecond => PerSecond(Count);

    /// <summary>Gets the figure that a known suite calls throughput in rows per second. It is the number of operations divided by the database time of all
    /// connections, or 1,000 divided by the mean time in milliseconds.</summary>
    public double OriginalThroughput => Time > 0 ? Count * 1_000.0 / Time : 0;

    /// <summary>Gets rows per second over the time that <see cref="OperationsPerSecond"/> uses.</summary>
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
