namespace Blittable.Benchmarks.Harness;

/// <summary>One thing to be timed: a row's subject (a corpus, a workload) treated in one way (a peer, a mode).</summary>
/// <remarks>
/// A cell runs in a process of its own. That process builds the suite's list of cells again and picks the one with the same
/// <see cref="Group"/> and <see cref="Name"/>; so a suite must declare the same cells whenever it gets the same arguments, and
/// whatever is costly to make belongs into the delegate.
/// </remarks>
internal sealed class Cell
{
    private readonly Func<TimeBudget, Turns, Measurement> _measure;
    private readonly Func<Work>? _prepare;

    /// <summary>A cell that the harness times: warm-up, then batches in turn with its peers.</summary>
    /// <param name="group">What is treated. The cells of a group are peers: they run in turn and share a baseline.</param>
    /// <param name="name">How it is treated.</param>
    /// <param name="prepare">Loads the data and returns the operation. It runs once in the cell's process, untimed.</param>
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

    /// <summary>Group and name, as BenchmarkDotNet shows them.</summary>
    public string Key => $"{Group} / {Name}";

    /// <summary>True for the cell to which the others of its group are compared.</summary>
    public bool IsBaseline { get; init; }

    /// <summary>How many cores the process may use.</summary>
    public int Cores { get; init; } = 1;

    /// <summary>Environment variables of the process, for example <c>DOTNET_EnableAVX2=0</c>.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>A cell that brings its own clock, such as a program in another language.</summary>
    public static Cell SelfTimed(string group, string name, Func<TimeBudget, Measurement> measure, int cores = 1) =>
        new(group, name, (budget, _) => measure(budget)) { Cores = cores };

    /// <summary>Loads the data and returns the operation, for something else than the harness to time it.</summary>
    /// <exception cref="InvalidOperationException">The cell brings its own clock.</exception>
    public Work Prepare() => _prepare is null ? throw new InvalidOperationException($"{Key} brings its own clock.") : _prepare();

    public Measurement Measure(TimeBudget budget, Turns turns) => _measure(budget, turns);
}
