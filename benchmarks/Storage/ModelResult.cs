namespace Blittable.Benchmarks.Storage;

/// <summary>Represents the results of the workloads with one model on one database.</summary>
internal sealed class ModelResult(string database, string model)
{
    private readonly List<List<OperationSummary>> _rounds = [];
    private readonly List<(string Workload, string Operation, int Connections, List<OperationSample> Samples)> _operations = [];
    private readonly List<KeyValuePair<string, TimeSpan>> _elapsed = [];

    public string DatabaseModel => $"{database}_{model}";

    public string Database => database;

    public string Model => model;

    public IReadOnlyList<KeyValuePair<string, string>> Settings { get; set; } = [];

    /// <summary>Gets or sets the maximum number of connections of this suite that the server reported during a workload.</summary>
    public long ConnectionsSeen { get; set; }

    /// <summary>Gets or sets the size of the table with its indexes after the insert, in bytes.</summary>
    public long TableBytes { get; set; }

    /// <summary>Gets the summary of each operation over the samples of all rounds.</summary>
    public IReadOnlyList<OperationSummary> Operations =>
        [.. _operations.Select(one => OperationSummary.Of(database, model, one.Workload, one.Operation, one.Connections, one.Samples))];

    /// <summary>Gets the number of rounds.</summary>
    public int Rounds => _rounds.Count;

    /// <summary>Gets the time of each workload from the start of the first worker to the end of the last, in order of rounds.</summary>
    public IReadOnlyList<KeyValuePair<string, TimeSpan>> Elapsed => _elapsed;

    /// <summary>Begins a round for the workloads that are added next.</summary>
    public void BeginRound() => _rounds.Add([]);

    /// <summary>Returns the median total time of an operation in each round, in milliseconds.</summary>
    public IReadOnlyList<double> MedianOfRounds(string workload, string operation) =>
    [
        .. _rounds
            .Select(round => round.FirstOrDefault(summary => (summary.Workload, summary.Operation) == (workload, operation)))
            .OfType<OperationSummary>()
            .Select(summary => summary.TotalTime.P50),
    ];

    public void Add(string workload, int connections, TimeSpan elapsed, IReadOnlyList<Worker> workers)
    {
        if (_rounds.Count == 0)
        {
            BeginRound();
        }

        _elapsed.Add(KeyValuePair.Create(workload, elapsed));
        foreach (var operation in workers.SelectMany(worker => worker.Samples.Keys).Distinct())
        {
            var samples = workers.SelectMany(worker => worker.Samples.GetValueOrDefault(operation) ?? []).ToArray();
            _rounds[^1].Add(OperationSummary.Of(database, model, workload, operation, connections, samples));
            var known = _operations.FirstOrDefault(one => (one.Workload, one.Operation) == (workload, operation));
            if (known.Samples is null)
            {
                _operations.Add((workload, operation, connections, [.. samples]));
            }
            else
            {
                known.Samples.AddRange(samples);
            }
        }
    }
}
