using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Runs the cells of <see cref="HeadlineSuite"/> as benchmarks.</summary>
public class HeadlineBenchmarks : CellBenchmarks
{
    internal override CellSuite Suite { get; } = new HeadlineSuite();

    internal override IReadOnlyList<string> Arguments => [HeadlineSuite.AllOption];
}
