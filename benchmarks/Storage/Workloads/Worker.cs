namespace Blittable.Benchmarks.Storage;

/// <summary>One thread with its connection, its share of the keys and the samples it takes.</summary>
internal sealed class Worker(int index, WorkloadContext context, StorageConnection connection)
{
    private readonly Dictionary<string, List<OperationSample>> _samples = new(StringComparer.Ordinal);

    public int Index { get; } = index;

    public WorkloadContext Context { get; } = context;

    public StorageConnection Connection { get; } = connection;

    /// <summary>The keys that no other worker touches.</summary>
    public IdRange Ids { get; } = context.Ids.Part(index, context.Options.Threads);

    /// <summary>What the worker's answers add up to.</summary>
    public long Checksum { get; set; }

    public IReadOnlyDictionary<string, List<OperationSample>> Samples => _samples;

    /// <summary>Runs one operation as a transaction of its own, again where it deadlocks, and keeps its sample.</summary>
    /// <param name="name">The operation in the results.</param>
    /// <param name="isWriting">Whether it changes rows.</param>
    /// <param name="body">What happens between BEGIN and COMMIT; it says which of its time is the database's.</param>
    public void Transaction(string name, bool isWriting, Action<OperationMeter> body)
    {
        var meter = new OperationMeter();
        var retries = RetryPolicy.Run(
            () =>
            {
                meter.Rows = 0;
                using (meter.Database())
                {
                    Connection.Begin(isWriting);
                }

                body(meter);
                using (meter.Database())
                {
                    Connection.Commit();
                }
            },
            Connection.Rollback,
            Thread.Sleep);
        Keep(name, meter.ToSample(retries));
    }

    /// <summary>Runs one operation that does not touch the database, and keeps its sample.</summary>
    /// <param name="name">The operation in the results.</param>
    /// <param name="body">The computation.</param>
    public void Compute(string name, Action<OperationMeter> body)
    {
        var meter = new OperationMeter();
        body(meter);
        Keep(name, meter.ToSample(retries: 0));
    }

    private void Keep(string name, OperationSample sample)
    {
        if (!_samples.TryGetValue(name, out var samples))
        {
            samples = [];
            _samples.Add(name, samples);
        }

        samples.Add(sample);
    }
}
