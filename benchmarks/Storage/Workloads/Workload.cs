namespace Blittable.Benchmarks.Storage;

/// <summary>Something that every worker does at the same time, and what must be true of the table afterwards.</summary>
internal abstract class Workload
{
    public abstract string Name { get; }

    /// <summary>Looks at the table before the workers start, where <see cref="Verify"/> needs to compare.</summary>
    public virtual void Prepare(WorkloadContext context, StorageConnection connection)
    {
    }

    /// <summary>One worker's share.</summary>
    public abstract void Run(Worker worker);

    /// <summary>Holds what the workers report against what the table contains.</summary>
    /// <exception cref="WorkloadException">They differ: the figures would be of other work than they claim.</exception>
    public abstract void Verify(WorkloadContext context, StorageConnection connection, IReadOnlyList<Worker> workers);

    /// <summary>All workloads in the order in which they run.</summary>
    public static IReadOnlyList<Workload> All { get; } =
    [
        new InsertWorkload(), new UpdateWorkload(), new SelectWorkload(), new ExtractWorkload(), new MixedWorkload(), new DeleteWorkload(),
    ];

    protected static long RowsOf(IEnumerable<Worker> workers, string operation) =>
        workers.Sum(worker => worker.Samples.TryGetValue(operation, out var samples) ? samples.Sum(sample => sample.Rows) : 0);

    protected void Expect(string what, long expected, long actual)
    {
        if (expected != actual)
        {
            throw new WorkloadException($"{Name}: expected {expected} {what}, found {actual}.");
        }
    }
}
