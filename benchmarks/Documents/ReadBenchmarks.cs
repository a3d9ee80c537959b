using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>The cells of <see cref="ReadSuite"/> as benchmarks.</summary>
public class ReadBenchmarks : CellBenchmarks
{
    internal override CellSuite Suite { get; } = new ReadSuite();
}
