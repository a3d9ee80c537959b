using Blittable.Benchmarks.Dates;

namespace Blittable.Benchmarks.Tests.Dates;

public sealed class DatesSuiteTests
{
    [Fact]
    public void Average_sizes_equal_the_published_ones()
    {
        foreach (var workload in DateWorkload.Names)
        {
            foreach (var (schema, name) in DatesSuite.Schemas)
            {
                var size = DateProgram.EncodeOneByOne(schema, DatesSuite.OwnLayout, DateWorkload.Get(workload)).Facts["bytes"];
                Assert.True(Math.Abs(PublishedSizes.Of(workload, name) - size) < 0.15, $"{workload} {name}: {size}");
            }
        }
    }

    [Fact]
    public void The_groups_of_the_reference_program_are_measured_by_default()
    {
        var cells = new DatesSuite().Cells([]);
        Assert.Equal(56 + 7, cells.Select(cell => cell.Group).Distinct().Count());
        Assert.Equal(14, cells.Where(cell => cell.Passes == 5).Select(cell => cell.Group).Distinct().Count() * 2);
    }

    [Fact]
    public void Every_selection_is_part_of_all_cells()
    {
        var suite = new DatesSuite();
        var all = suite.Cells([DatesSuite.AllOption]).Select(cell => cell.Key).ToList();
        Assert.Distinct(all);
        foreach (string[] option in (string[][])[[], ["--spans"], ["--layouts"]])
        {
            Assert.Empty(suite.Cells(option).Select(cell => cell.Key).Except(all));
        }
    }

    [Theory]
    [InlineData(10, 1, 13, 1, "A is the fastest schema (10.00 ns).")]
    [InlineData(13, 1, 10, 1, "B is the fastest schema (10.00 ns).")]
    [InlineData(10, 1, 12, 1, "no schema is the fastest, because the intervals of A, B overlap.")]
    [InlineData(10, double.NaN, 90, 1, "no schema is the fastest, because the intervals of A, B, C overlap.")]
    public void The_fastest_schema_is_derived_from_the_intervals(double a, double marginOfA, double b, double marginOfB, string sentence) =>
        Assert.Equal(sentence, FastestSchema.Describe([new("A", a, marginOfA), new("B", b, marginOfB), new("C", 100, 1)]));
}
