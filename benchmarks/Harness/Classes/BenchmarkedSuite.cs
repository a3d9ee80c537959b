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

    /// <summary>Measures the groups with unstable ratios again, as long as the time permits.</summary>
    private IReadOnlyList<CellResult> MeasureAgain(IReadOnlyList<CellResult> results, IReadOnlyList<Cell> cells, RunOptions options, TimeSpan elapsed)
    {
        var most = (MostTime - elapsed) / (elapsed / cells.Count);
        Cell[] again = options.Repeats ? GroupsToRepeat(results, cells, (int)Math.Clamp(most, 0, cells.Count)) : [];
        if (again.Length == 0)
        {
            return results;
        }

        Console.Error.WriteLine($"{results.Count(result => result.IsUnstable)} ratios vary by more than 15 %; {again.Length} cells will be measured again.");
        return ReplaceGroups(results, new BenchmarkRun(Benchmarks, again, options).Measure(out _));
    }

    /// <summary>Returns the cells of the groups that contain an unstable ratio. A group is returned whole, because a ratio needs the baseline of its run.</summary>
    /// <param name="results">The results of all cells.</param>
    /// <param name="cells">All cells.</param>
    /// <param name="most">The maximum number of cells to return.</param>
    internal static Cell[] GroupsToRepeat(IReadOnlyList<CellResult> results, IReadOnlyList<Cell> cells, int most)
    {
        HashSet<string> unstable = [.. results.Where(result => result.IsUnstable).Select(result => result.Group)];
        List<Cell> again = [];
        foreach (IGrouping<string, Cell> group in cells.Where(cell => unstable.Contains(cell.Group)).GroupBy(cell => cell.Group))
        {
            if (again.Count + group.Count() <= most)
            {
                again.AddRange(group);
            }
        }

        return [.. again];
    }

    /// <summary>Replaces the results of each group that was measured again without a failure, even if the new ones vary more. Choosing the better run would be
    /// choosing the figures.</summary>
    internal static IReadOnlyList<CellResult> ReplaceGroups(IReadOnlyList<CellResult> results, IReadOnlyList<CellResult> repeated)
    {
        var replacements = repeated.ToDictionary(result => (result.Group, result.Name));
        HashSet<string> incomplete = [.. results.Where(result => !replacements.ContainsKey((result.Group, result.Name))).Select(result => result.Group)];
        return [.. results.Select(result => incomplete.Contains(result.Group) ? result : replacements[(result.Group, result.Name)])];
    }

    protected override IReadOnlyList<string> Describe(RunOptions options) => options.Turns
        ? base.Describe(options)
        :
        [
            $"Measured with BenchmarkDotNet {BenchmarkRun.Version}: each cell runs in {options.Passes} process(es), one in each pass over all cells, with "
                + $"a warm-up of at least {options.Budget.WarmUp.TotalSeconds} s that lasts until the times are steady, and {options.Iterations} measured "
                + "iterations, each of at least "
                + $"{options.IterationTime.TotalMilliseconds:0} ms. "
                + "Times are medians with a 95 % interval for the medians of all processes. A ratio divides the medians of one pass; \"from\" and \"to\" are "
                + "the ends of the intervals. A ratio that varies by more than 15 % is measured again "
                + "if time permits and, if it still varies, printed as unstable.",
        ];
}
