namespace Blittable.Benchmarks.Harness;

/// <summary>A suite whose cells BenchmarkDotNet measures, one after another; with <c>--turns</c> the harness does, peers batch by batch.</summary>
internal abstract class BenchmarkedSuite : CellSuite
{
    /// <summary>The class that makes benchmarks of the cells.</summary>
    protected abstract Type Benchmarks { get; }

    protected override IReadOnlyList<CellResult> Measure(IReadOnlyList<Cell> cells, RunOptions options, out int failures) =>
        options.Turns ? base.Measure(cells, options, out failures) : new BenchmarkRun(Benchmarks, cells, options).Measure(out failures);

    protected override IReadOnlyList<string> Describe(RunOptions options) => options.Turns
        ? base.Describe(options)
        :
        [
            $"By BenchmarkDotNet {BenchmarkRun.Version}: each cell in {options.Passes} process(es), one in each pass over all cells, "
                + $"{options.WarmUps} iterations of warm-up and {options.Iterations} of measuring, each of at least "
                + $"{options.IterationTime.TotalMilliseconds:0} ms. "
                + "The error is the half of the confidence interval of 99.9 % and the distance between the passes.",
        ];
}
