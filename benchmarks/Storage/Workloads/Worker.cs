namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a thread with its connection, its share of the keys and its samples.</summary>
internal sealed class Worker(int index, WorkloadContext context, StorageConnection connection)
{
    private readonly Dictionary<string, List<OperationSample>> _samples = new(StringComparer.Ordinal);

    public int Index { get; } = index;

    public WorkloadContext Context { get; } = context;

    public StorageConnection Connection { get; } = connection;

    /// <summary>Gets the keys that only this worker accesses.</summary>
    public IdRange Ids { get; } = context.Ids.Part(index, context.Options.Threads);

    /// <summary>Gets or sets the sum of the worker's query results.</summary>
    public long Checksum { get; set; }

    public IReadOnlyDictionary<string, List<OperationSample>> Samples => _samples;

    /// <summary>Runs one operation as a transaction, retries it after a transient error, and records its sample.</summary>
    /// <param name="name">The operation in the results.</param>
    /// <param name="isWriting">true if the operation changes rows; otherwise, false.</param>
    /// <param name="body">The statements between BEGIN and COMMIT. It marks its database time on the meter.</param>
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

    /// <summary>Runs one operation without database access and records its sample.</summary>
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
