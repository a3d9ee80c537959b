using System.Diagnostics;
using BenchmarkDotNet.Attributes;

namespace Blittable.Benchmarks.Harness;

/// <summary>
/// The cells of a suite as benchmarks of BenchmarkDotNet: one parameter names the cell, and an invocation is one run of its <see cref="Work"/>.
/// </summary>
/// <remarks>
/// BenchmarkDotNet knows how long an invocation takes. What it does not know, how many items that is, the peak memory of the process and the
/// cell's own facts, is left in a file for <see cref="BenchmarkRun"/>, if that has started the process.
/// </remarks>
[MemoryDiagnoser]
public abstract class CellBenchmarks
{
    private Work _work = new(() => { });

    /// <summary>The group and the name of the cell.</summary>
    [ParamsSource(nameof(Cells))]
    public string Cell { get; set; } = "";

    /// <summary>Gets the values that <see cref="Cell"/> takes.</summary>
    public IEnumerable<string> Cells => Suite.Declare(Arguments, [1]).Select(cell => cell.Key);

    /// <summary>The suite that declares the cells.</summary>
    internal abstract CellSuite Suite { get; }

    /// <summary>The arguments with which the suite declares all cells that it can have.</summary>
    internal virtual IReadOnlyList<string> Arguments => [];

    /// <summary>Loads the data of the cell.</summary>
    [GlobalSetup]
    public void SetUp() => _work = Suite.Declare(Arguments, [1]).First(cell => cell.Key == Cell).Prepare();

    /// <summary>Runs the cell's work once.</summary>
    [Benchmark]
    public void Run() => _work.Run();

    /// <summary>Leaves what is known about the cell beside its times.</summary>
    [GlobalCleanup]
    public void LeaveFacts() => CellFacts.Leave(Cell, new CellFacts(_work.Items, _work.Bytes, Process.GetCurrentProcess().PeakWorkingSet64, _work.Facts));
}
