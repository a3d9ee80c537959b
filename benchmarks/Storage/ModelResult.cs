namespace Blittable.Benchmarks.Storage;

/// <summary>What the runs of the workloads with one model on one database gave.</summary>
internal sealed class ModelResult(string database, string model)
{
    private readonly List<List<OperationSummary>> _rounds = [];
    private readonly List<(string Workload, string Operation, int Connections, List<OperationSample> Samples)> _operations = [];
    private readonly List<KeyValuePair<string, TimeSpan>> _elapsed = [];

    public string DatabaseModel => $"{database}_{model}";

    public string Database => database;

    public string Model => model;

    public IReadOnlyList<KeyValuePair<string, string>> Settings { get; set; } = [];

    /// <summary>The most connections of this suite that the server saw while a workload ran.</summary>
    public long ConnectionsSeen { get; set; }

    /// <summary>The table with its indexes after the insert.</summary>
    public long TableBytes { get; set; }

    /// <summary>Each operation over the samples of all rounds.</summary>
    public IReadOnlyList<OperationSummary> Operations =>
        [.. _operations.Select(one => OperationSummary.Of(database, model, one.Workload, one.Operation, one.Connections, one.Samples))];

    /// <summary>How many rounds were run.</summary>
    public int Rounds => _rounds.Count;

    /// <summary>Each workload's time from the start of the first worker to the end of the last, round after round.</summary>
    public IReadOnlyList<KeyValuePair<string, TimeSpan>> Elapsed => _elapsed;

    /// <summary>Begins a round, to which the workloads that are added next belong.</summary>
    public void BeginRound() => _rounds.Add([]);

    /// <summary>The median total time of an operation in each round, in milliseconds.</summary>
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
