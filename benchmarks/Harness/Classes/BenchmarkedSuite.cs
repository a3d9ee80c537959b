using System.Diagnostics;

namespace Blittable.Benchmarks.Harness;

/// <summary>Represents a suite whose cells BenchmarkDotNet measures one after another. With <c>--turns</c>, the harness measures them, with peers in turn batch
/// by batch.</summary>
internal abstract class BenchmarkedSuite : CellSuite
{
    /// <summary>Gets the class that defines the benchmarks of the cells.</summary>
    protected abstract Type Benchmarks { get; }

    /// <summary>Gets the time after which unstable cells are not measured again.</summary>
    protected virtual TimeSpan MostTime => TimeSpan.MaxValue;

    protected override IReadOnlyList<CellResult> Measure(IReadOnlyList<Cell> cells, RunOptions options, out int failures)
    {
        if (options.Turns)
        {
            return base.Measure(cells, options, out failures);
        }

        var start = Stopwatch.GetTimestamp();
        var results = new BenchmarkRun(Benchmarks, cells, options).Measure(out failures);
        return MeasureAgain(results, cells, options, Stopwatch.GetElapsedTime(start));
    }

    /// <summary>Repeats the cells with unstable ratios, each with its baseline, and returns the results with the narrower intervals.</summary>
    private IReadOnlyList<CellResult> MeasureAgain(IReadOnlyList<CellResult> results, IReadOnlyList<Cell> cells, RunOptions options, TimeSpan elapsed)
    {
        HashSet<(string Group, string Name)> unstable = [.. results.Where(result => result.IsUnstable).Select(result => (result.Group, result.Name))];
        HashSet<string> groups = [.. unstable.Select(cell => cell.Group)];
        Cell[] again = [.. cells.Where(cell => unstable.Contains((cell.Group, cell.Name)) || (cell.IsBaseline && groups.Contains(cell.Group)))];
        again = again[..(int)Math.Clamp((MostTime - elapsed) / (elapsed / cells.Count), 0, again.Length)];
        if (!options.Repeats || again.Length == 0)
        {
            return results;
        }

        Console.Error.WriteLine($"{unstable.Count} ratios vary by more than 15 %; {again.Count(cell => !cell.IsBaseline)} will be measured again.");
        var repeated = new BenchmarkRun(Benchmarks, again, options).Measure(out _).Where(result => !result.IsBaseline).ToDictionary(result => (result.Group, result.Name));
        return [.. results.Select(result => repeated.TryGetValue((result.Group, result.Name), out CellResult? other) ? result.Narrower(other) : result)];
    }

    protected override IReadOnlyList<string> Describe(RunOptions options) => options.Turns
        ? base.Describe(options)
        :
        [
            $"Measured with BenchmarkDotNet {BenchmarkRun.Version}: each cell runs in {options.Passes} process(es), one in each pass over all cells, with "
                + $"{options.WarmUps} warm-up and {options.Iterations} measured iterations, each of at least "
                + $"{options.IterationTime.TotalMilliseconds:0} ms. "
                + "Times are medians with a 95 % interval for the medians of all processes. A ratio divides the medians of one pass; \"from\" and \"to\" are "
                + "the ends of the intervals. A ratio that varies by more than 15 % is measured again "
                + "if time permits and, if it still varies, printed as unstable.",
        ];
}
