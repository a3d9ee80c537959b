using System.Diagnostics;
using System.Globalization;
using BenchmarkDotNet.Attributes;

namespace Blittable.Benchmarks.Harness;

/// <summary>Exposes the cells of a suite as benchmarks of BenchmarkDotNet. A parameter selects the cell, and an invocation runs its <see cref="Work"/>
/// once.</summary>
/// <remarks>
/// BenchmarkDotNet measures the time of an invocation. If <see cref="BenchmarkRun"/> has started the process, the number of items, the peak memory and the
/// cell's own facts are written to a file.
/// </remarks>
[MemoryDiagnoser]
public abstract class CellBenchmarks
{
    /// <summary>The environment variable that contains the minimum time of the warm-up in seconds.</summary>
    internal const string WarmUpVariable = "BLITTABLE_WARM_UP";

    private Work _work = new(() => { });

    /// <summary>Gets or sets the group and the name of the cell.</summary>
    [ParamsSource(nameof(Cells))]
    public string Cell { get; set; } = "";

    /// <summary>Gets the values of <see cref="Cell"/>.</summary>
    public IEnumerable<string> Cells => Suite.Declare(Arguments, [1]).Select(cell => cell.Key);

    /// <summary>Gets the suite that declares the cells.</summary>
    internal abstract CellSuite Suite { get; }

    /// <summary>Gets the arguments with which the suite declares all its cells.</summary>
    internal virtual IReadOnlyList<string> Arguments => [];

    /// <summary>Loads the data of the cell and runs its work until the times are steady.</summary>
    /// <remarks>
    /// The warm-up iterations of BenchmarkDotNet have a fixed number. On one core, which the JIT shares, a peer such as <c>JsonDocument.Parse</c> becomes faster in
    /// several steps for more than a second.
    /// </remarks>
    [GlobalSetup]
    public void SetUp()
    {
        _work = Suite.Declare(Arguments, [1]).First(cell => cell.Key == Cell).Prepare();
        var time = Environment.GetEnvironmentVariable(WarmUpVariable) is { Length: > 0 } seconds
            ? TimeSpan.FromSeconds(double.Parse(seconds, CultureInfo.InvariantCulture))
            : TimeBudget.Full.WarmUp;
        CellTimer.WarmUpAndCount(_work.Run, time);
    }

    /// <summary>Runs the cell's work once.</summary>
    [Benchmark]
    public void Run() => _work.Run();

    /// <summary>Writes the facts of the cell other than its times.</summary>
    [GlobalCleanup]
    public void LeaveFacts() => CellFacts.Leave(Cell, new CellFacts(_work.Items, _work.Bytes, Process.GetCurrentProcess().PeakWorkingSet64, _work.Facts));
}
