using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Tests.Harness;

public sealed class CellResultTests
{
    private static readonly Cell AnyCell = new("group", "cell", () => new Work(() => { }));

    [Fact]
    public void The_error_has_the_margin_of_a_process_and_the_distance_between_processes()
    {
        var result = new CellResult(AnyCell, [Process(mean: 90, error: 4), Process(mean: 110, error: 6)]);

        Assert.Equal(100, result.Mean);
        Assert.Equal(5 + 10, result.Error);
    }

    [Fact]
    public void Of_two_batches_no_error_is_claimed()
    {
        Assert.Null(Measurement.Of([1.0, 2.0]).Error);
        Assert.True(double.IsNaN(new CellResult(AnyCell, [Measurement.Of([1.0, 2.0])]).Error));
    }

    [Fact]
    public void The_margin_is_that_of_students_distribution_at_99_9_percent()
    {
        // Three values with a standard error of 1 / √3; with two degrees of freedom the quantile is 31.599.
        Assert.Equal(31.599 / Math.Sqrt(3), Measurement.Of([1.0, 2.0, 3.0]).Error!.Value, 0.01);
    }

    [Fact]
    public void Workers_are_one_where_a_cell_does_not_say_otherwise()
    {
        Assert.Equal(1, new CellResult(AnyCell, [Process(1, 0)]).Workers);
        var shared = Process(1, 0) with { Facts = new Dictionary<string, double> { [Measurement.WorkerCount] = 4, [Measurement.Gain] = 3 } };
        var result = new CellResult(AnyCell, [shared]);
        Assert.Equal(4, result.Workers);
        Assert.Contains("75 %", Table.Scaling("", [result]).ToText(), StringComparison.Ordinal);
    }

    private static Measurement Process(double mean, double error) => new() { Nanoseconds = mean, Mean = mean, StandardDeviation = 0, Error = error };
}
