using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Tests.Harness;

public sealed class RunOptionsTests
{
    [Fact]
    public void Workers_are_sorted_and_include_one() =>
        Assert.Equal([1, 2, 4, 16], RunOptions.Parse(["--workers", "16,4,2,4"]).Workers);

    [Theory]
    [InlineData("")]
    [InlineData("0")]
    [InlineData("two")]
    [InlineData("1,,2")]
    [InlineData("99999999999")]
    public void Workers_that_are_not_positive_numbers_are_an_error(string list) =>
        Assert.Throws<ArgumentException>(() => RunOptions.Parse(["--workers", list]));

    [Fact]
    public void Charts_are_drawn_only_on_request()
    {
        Assert.False(RunOptions.Parse([]).Chart);
        Assert.True(RunOptions.Parse(["--chart"]).Chart);
    }

    [Theory]
    [InlineData("--passes")]
    [InlineData("--iterations")]
    [InlineData("--processes")]
    public void A_count_of_zero_is_an_error(string option) => Assert.Throws<ArgumentException>(() => RunOptions.Parse([option, "0"]));

    [Fact]
    public void The_command_of_a_table_contains_no_machine_specific_paths() =>
        Assert.Equal(
            "dotnet run -c Release --project benchmarks -- size --chart --group \"two words\"",
            RunOptions.CommandOf("size", ["--output", "a folder", "--chart", "--group", "two words", "--log", "a file"]));

    [Fact]
    public void An_unknown_time_is_formatted_as_empty()
    {
        Assert.Equal("", Column.FormatTime(double.NaN));
        Assert.Equal("1.50 µs", Column.FormatTime(1_500));
    }
}
