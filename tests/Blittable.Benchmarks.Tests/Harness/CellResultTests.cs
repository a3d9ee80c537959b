using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Tests.Harness;

public sealed class CellResultTests
{
    private static readonly Cell AnyCell = new("group", "cell", () => new Work(() => { }));

    private static readonly Cell BaselineCell = new("group", "baseline", () => new Work(() => { })) { IsBaseline = true };

    [Fact]
    public void The_margin_covers_the_intervals_of_all_processes()
    {
        var result = new CellResult(AnyCell, [Process(median: 90, margin: 4), Process(median: 110, margin: 6)]);

        Assert.Equal(100, result.Nanoseconds);
        Assert.Equal(10 + 6, result.Margin);
    }

    [Fact]
    public void Two_batches_have_no_margin()
    {
        Assert.Null(Measurement.Of([1.0, 2.0]).Margin);
        Assert.True(double.IsNaN(new CellResult(AnyCell, [Measurement.Of([1.0, 2.0])]).Margin));
    }

    [Fact]
    public void The_margin_of_a_median_ignores_a_few_slow_batches()
    {
        // The quartiles of 1 to 9 are 2.5 and 7.5.
        Assert.Equal(1.57 * 5 / 3, Statistics.MedianMargin([1.0, 2, 3, 4, 5, 6, 7, 8, 9]), 1e-9);
        Assert.Equal(Statistics.MedianMargin([1.0, 2, 3, 4, 5, 6, 7, 8, 9]), Statistics.MedianMargin([1.0, 2, 3, 4, 5, 6, 7, 8, 1e9]), 1e-9);
    }

    [Fact]
    public void A_ratio_has_the_widest_interval_of_all_rounds()
    {
        var baseline = new CellResult(BaselineCell, [Process(100, 10), Process(120, 0)]);
        var result = new CellResult(AnyCell, [Process(50, 5), Process(40, 0)]) { Baseline = baseline };

        Assert.Equal(2.5, result.Speedup);
        Assert.Equal(90.0 / 55, result.SpeedupInterval.From, 1e-9);
        Assert.Equal(120.0 / 40, result.SpeedupInterval.To, 1e-9);
        Assert.True(result.IsUnstable);
        Assert.False(baseline.IsUnstable);
    }

    [Fact]
    public void A_time_relative_to_another_cell_is_the_median_over_rounds()
    {
        var other = new CellResult(BaselineCell, [Process(100, 0), Process(120, 0), Process(10, 0)]);
        var result = new CellResult(AnyCell, [Process(50, 0), Process(240, 0), Process(30, 0)]);

        Assert.Equal(2, result.TimeRelativeTo(other));
        Assert.True(double.IsNaN(result.TimeRelativeTo(null)));
    }

    [Fact]
    public void A_group_apart_follows_the_geometric_mean_of_the_others()
    {
        CellResult[] results = [.. Results("a", 100, 50, margin: 0), .. Results("apart", 1_000, 10, margin: 0), .. Results("b", 100, 12.5, margin: 0)];

        var rows = Table.Pivot("", results, Column.Speedup, withMean: true, apart: "apart").ToMarkdown().Split('\n');

        Assert.Equal(["| a | 1.00 | 2.00 |", "| b | 1.00 | 8.00 |", "| geometric mean | 1.00 | 4.00 |", "| apart | 1.00 | 100.00 |", ""], rows[2..]);
    }

    [Fact]
    public void A_group_with_an_unstable_ratio_is_measured_again_as_a_whole()
    {
        Cell[] cells = [BaselineCell, AnyCell, Of("stable", "baseline"), Of("stable", "cell")];
        CellResult[] results = [.. Results("group", 100, 50, margin: 20), .. Results("stable", 100, 50, margin: 1)];

        Assert.Equal(cells[..2], BenchmarkedSuite.GroupsToRepeat(results, cells, most: 2));
        Assert.Empty(BenchmarkedSuite.GroupsToRepeat(results, cells, most: 1));
    }

    [Fact]
    public void A_ratio_of_a_repeated_group_divides_the_medians_of_the_repetition()
    {
        CellResult[] results = [.. Results("group", 100, 50, margin: 20), .. Results("stable", 100, 50, margin: 1)];
        var repeated = Results("group", 300, 100, margin: 30);

        Assert.Equal([.. repeated, .. results[2..]], BenchmarkedSuite.ReplaceGroups(results, repeated));
        Assert.Equal(results, BenchmarkedSuite.ReplaceGroups(results, repeated[1..]));
    }

    [Fact]
    public void The_number_of_workers_is_one_by_default()
    {
        Assert.Equal(1, new CellResult(AnyCell, [Process(1, 0)]).Workers);
        var shared = Process(1, 0) with { Facts = new Dictionary<string, double> { [Measurement.WorkerCount] = 4, [Measurement.Gain] = 3 } };
        var result = new CellResult(AnyCell, [shared]);
        Assert.Equal(4, result.Workers);
        Assert.Contains("75 %", Table.Scaling("", [result]).ToText(), StringComparison.Ordinal);
    }

    private static Cell Of(string group, string name) => new(group, name, () => new Work(() => { })) { IsBaseline = name == "baseline" };

    private static CellResult[] Results(string group, double baseline, double own, double margin)
    {
        var first = new CellResult(Of(group, "baseline"), [Process(baseline, margin)]);
        first.Baseline = first;
        return [first, new CellResult(Of(group, "cell"), [Process(own, margin)]) { Baseline = first }];
    }

    private static Measurement Process(double median, double margin) => new() { Nanoseconds = median, Mean = median, StandardDeviation = 0, Margin = margin };
}
