using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Dates;

/// <summary>Runs the cells of <see cref="DatesSuite"/> as benchmarks.</summary>
public class DatesBenchmarks : CellBenchmarks
{
    internal override CellSuite Suite { get; } = new DatesSuite();

    internal override IReadOnlyList<string> Arguments => [DatesSuite.AllOption];
}
