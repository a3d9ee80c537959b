using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Runs the cells of <see cref="ReadSuite"/> as benchmarks.</summary>
public class ReadBenchmarks : CellBenchmarks
{
    internal override CellSuite Suite { get; } = new ReadSuite();
}
