namespace Blittable.Benchmarks.Storage;

/// <summary>Represents work that all workers do at once, and the verification of the table afterwards.</summary>
internal abstract class Workload
{
    public abstract string Name { get; }

    /// <summary>Reads the table before the workers start, if <see cref="Verify"/> needs a comparison.</summary>
    public virtual void Prepare(WorkloadContext context, StorageConnection connection)
    {
    }

    /// <summary>Runs the share of one worker.</summary>
    public abstract void Run(Worker worker);

    /// <summary>Compares the results of the workers with the contents of the table.</summary>
    /// <exception cref="WorkloadException">They differ: the figures would not measure the intended work.</exception>
    public abstract void Verify(WorkloadContext context, StorageConnection connection, IReadOnlyList<Worker> workers);

    /// <summary>Gets all workloads in execution order.</summary>
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
