using Blittable.Benchmarks;

namespace Blittable.Benchmarks.Tests.Harness;

/// <summary>A suite takes from minutes to an hour, so its arguments are checked before it starts.</summary>
public sealed class CellSuiteTests
{
    [Theory]
    [InlineData("scale")]
    [InlineData("collections")]
    [InlineData("jsonbench")]
    [InlineData("headline")]
    [InlineData("read")]
    [InlineData("guard")]
    [InlineData("dates")]
    [InlineData("objects")]
    public void Help_measures_nothing(string suite) => Assert.Equal(0, Suites.Run([suite, "--help"]));

    [Theory]
    [InlineData("scale")]
    [InlineData("collections")]
    [InlineData("jsonbench")]
    [InlineData("headline")]
    [InlineData("read")]
    [InlineData("guard")]
    [InlineData("dates")]
    [InlineData("objects")]
    public void An_unknown_option_measures_nothing(string suite) => Assert.Equal(2, Suites.Run([suite, "--no-such-option"]));
}
