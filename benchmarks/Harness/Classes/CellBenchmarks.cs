using System.Diagnostics;
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

    /// <summary>Loads the data of the cell.</summary>
    [GlobalSetup]
    public void SetUp() => _work = Suite.Declare(Arguments, [1]).First(cell => cell.Key == Cell).Prepare();

    /// <summary>Runs the cell's work once.</summary>
    [Benchmark]
    public void Run() => _work.Run();

    /// <summary>Writes the facts of the cell other than its times.</summary>
    [GlobalCleanup]
    public void LeaveFacts() => CellFacts.Leave(Cell, new CellFacts(_work.Items, _work.Bytes, Process.GetCurrentProcess().PeakWorkingSet64, _work.Facts));
}
