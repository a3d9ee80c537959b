using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Runs the cells of <see cref="WriteSuite"/> as benchmarks.</summary>
public class WriteBenchmarks : CellBenchmarks
{
    internal override CellSuite Suite { get; } = new WriteSuite();
}
