using Blittable.Benchmarks.Guard;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Tests.Guard;

public sealed class GuardBaselineTests
{
    private const string AMachine = "a machine";

    [Fact]
    public void A_run_with_the_same_ratios_reports_no_change()
    {
        var results = Results(own: 50);

        Assert.Equal((0, "No ratio changed by more than 10 %.\n"), Compare(GuardBaseline.Render(results, AMachine), results));
    }

    [Fact]
    public void A_slowdown_of_more_than_a_tenth_is_reported_and_fails()
    {
        var (exitCode, said) = Compare(GuardBaseline.Render(Results(own: 50), AMachine), Results(own: 60));

        Assert.Equal(1, exitCode);
        Assert.StartsWith("Slower: convert, one / memory: × 2.00 before, × 1.67 now (-17 %)\n", said, StringComparison.Ordinal);
    }

    [Fact]
    public void A_speedup_is_reported_and_does_not_fail()
    {
        var (exitCode, said) = Compare(GuardBaseline.Render(Results(own: 50), AMachine), Results(own: 25));

        Assert.Equal(0, exitCode);
        Assert.StartsWith("Faster: convert, one / memory: × 2.00 before, × 4.00 now (+100 %)\n", said, StringComparison.Ordinal);
    }

    [Fact]
    public void A_baseline_from_another_machine_is_reported()
    {
        var results = Results(own: 50);

        Assert.StartsWith("The baseline was measured on another machine", Compare(GuardBaseline.Render(results, "another"), results).Said, StringComparison.Ordinal);
    }

    [Fact]
    public void The_guard_suite_has_twenty_cells_besides_baselines() =>
        Assert.Equal(20, new GuardSuite().Declare([], [1]).Count(cell => !cell.IsBaseline));

    private static (int ExitCode, string Said) Compare(string stored, IReadOnlyList<CellResult> results)
    {
        using var output = new StringWriter { NewLine = "\n" };
        return (GuardBaseline.Compare(stored, results, AMachine, output), output.ToString());
    }

    private static CellResult[] Results(double own)
    {
        var peer = Result("JsonDocument", 100, isBaseline: true);
        var result = Result("memory", own, isBaseline: false);
        (peer.Baseline, result.Baseline) = (peer, peer);
        return [peer, result];
    }

    private static CellResult Result(string name, double nanoseconds, bool isBaseline) => new(
        new Cell("convert, one", name, () => new Work(() => { })) { IsBaseline = isBaseline },
        [new Measurement { Nanoseconds = nanoseconds, Mean = nanoseconds, StandardDeviation = 0 }]);
}
