namespace Blittable.Benchmarks.Storage;

/// <summary>What the command line asked for.</summary>
/// <param name="Threads">Connections that work at the same time.</param>
/// <param name="Rows">Rows that the insert workload writes.</param>
/// <param name="Batch">Rows in one transaction of insert and delete.</param>
/// <param name="WithDateIndex">Whether the date column has an index.</param>
/// <param name="Rounds">How many times each model runs, in turn with the others.</param>
/// <param name="Output">The folder for results.</param>
/// <param name="WithChart">Whether a chart is drawn.</param>
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

    /// <summary>Connections that are open beyond those that work, so that none waits for another to be returned.</summary>
    public const int SpareConnections = 4;
}
