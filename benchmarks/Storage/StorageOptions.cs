namespace Blittable.Benchmarks.Storage;

/// <summary>Represents the command-line options.</summary>
/// <param name="Threads">The number of parallel connections.</param>
/// <param name="Rows">The number of rows that the insert workload writes.</param>
/// <param name="Batch">The number of rows in a transaction of insert and delete.</param>
/// <param name="WithDateIndex">true if the date column has an index; otherwise, false.</param>
/// <param name="Rounds">The number of runs of each model, in turn with the other models.</param>
/// <param name="Output">The folder for results.</param>
/// <param name="WithChart">true to draw a chart; otherwise, false.</param>
internal sealed record StorageOptions(
    int Threads,
    int Rows,
    int Batch,
    bool WithDateIndex,
    IReadOnlyList<string> Databases,
    IReadOnlyList<DateModel> Models,
    IReadOnlyList<Workload> Workloads,
    int Rounds,
    string Output,
    bool WithChart = false)
{
    /// <summary>The seed of all rows.</summary>
    public const ulong Seed = 20150101;

    /// <summary>The number of open connections beyond the parallel ones, so that no thread waits for a connection.</summary>
    public const int SpareConnections = 4;
}
