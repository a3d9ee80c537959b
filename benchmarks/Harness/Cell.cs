namespace Blittable.Benchmarks.Harness;

/// <summary>Represents one timed combination of a subject (a corpus, a workload) and a treatment (a peer, a mode).</summary>
/// <remarks>
/// Each cell runs in its own process. The process builds the suite's list of cells again and selects the cell by <see cref="Group"/> and <see cref="Name"/>.
/// Therefore a suite must declare equal cells for equal arguments, and expensive preparation belongs in the delegate.
/// </remarks>
internal sealed class Cell
{
    private readonly Func<TimeBudget, Turns, Measurement> _measure;
    private readonly Func<Work>? _prepare;

    /// <summary>Creates a cell that the harness times: a warm-up, then batches in turn with its peers.</summary>
    /// <param name="group">The subject. The cells of a group are peers: they run in turn and share a baseline.</param>
    /// <param name="name">The treatment.</param>
    /// <param name="prepare">Loads the data and returns the operation. Runs once in the cell's process, untimed.</param>
    public Cell(string group, string name, Func<Work> prepare)
        : this(group, name, (budget, turns) => CellTimer.Measure(prepare(), budget, turns))
    {
        _prepare = prepare;
    }

    private Cell(string group, string name, Func<TimeBudget, Turns, Measurement> measure)
    {
        Group = group;
        Name = name;
        _measure = measure;
    }

    public string Group { get; }

    public string Name { get; }

    /// <summary>Gets the group and the name as shown by BenchmarkDotNet.</summary>
    public string Key => $"{Group} / {Name}";

    /// <summary>Gets a value that indicates whether the other cells of the group are compared with this cell.</summary>
    public bool IsBaseline { get; init; }

    /// <summary>Gets the minimum number of passes in BenchmarkDotNet suites. With <c>--quick</c>, every cell has one pass.</summary>
    public int Passes { get; init; } = 1;

    /// <summary>Gets the number of cores that the process may use.</summary>
    public int Cores { get; init; } = 1;

    /// <summary>Gets the environment variables of the process, for example <c>DOTNET_EnableAVX2=0</c>.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>Creates a cell that measures its own time, such as a program in another language.</summary>
    public static Cell SelfTimed(string group, string name, Func<TimeBudget, Measurement> measure, int cores = 1) =>
        new(group, name, (budget, _) => measure(budget)) { Cores = cores };

    /// <summary>Loads the data and returns the operation, for timing outside the harness.</summary>
    /// <exception cref="InvalidOperationException">The cell measures its own time.</exception>
    public Work Prepare() => _prepare is null ? throw new InvalidOperationException($"{Key} measures its own time.") : _prepare();

    public Measurement Measure(TimeBudget budget, Turns turns) => _measure(budget, turns);
}
