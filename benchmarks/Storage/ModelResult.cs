namespace Blittable.Benchmarks.Storage;

/// <summary>What a run of the workloads with one model on one database gave.</summary>
internal sealed class ModelResult(string database, string model)
{
    private readonly List<OperationSummary> _operations = [];
    private readonly List<KeyValuePair<string, TimeSpan>> _elapsed = [];

    public string DatabaseModel => $"{database}_{model}";

    public string Database => database;

    public string Model => model;

    public IReadOnlyList<KeyValuePair<string, string>> Settings { get; init; } = [];

    /// <summary>The most connections of this suite that the server saw while a workload ran.</summary>
    public long ConnectionsSeen { get; set; }

    /// <summary>The table with its indexes after the insert.</summary>
    public long TableBytes { get; set; }

    public IReadOnlyList<OperationSummary> Operations => _operations;

    /// <summary>Each workload's time from the start of the first worker to the end of the last.</summary>
    public IReadOnlyList<KeyValuePair<string, TimeSpan>> Elapsed => _elapsed;

    public void Add(string workload, int connections, TimeSpan elapsed, IReadOnlyList<Worker> workers)
    {
        _elapsed.Add(KeyValuePair.Create(workload, elapsed));
        foreach (var operation in workers.SelectMany(worker => worker.Samples.Keys).Distinct())
        {
            var samples = workers.SelectMany(worker => worker.Samples.GetValueOrDefault(operation) ?? []).ToArray();
            _operations.Add(OperationSummary.Of(database, model, workload, operation, connections, samples));
        }
    }
}
