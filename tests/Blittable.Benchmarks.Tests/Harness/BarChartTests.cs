using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Tests.Harness;

public sealed class BarChartTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-charts-").FullName;

    [Fact]
    public void A_chart_is_written_as_PNG_and_SVG()
    {
        var files = BarChartPicture.Write(
            new BarChart("", "A title", "a unit", ["one", "other"], [new("first", [1, 2]), new("second", [3, double.NaN])]),
            Path.Combine(_folder, "chart"));

        Assert.Equal(["chart.png", "chart.svg"], files.Select(Path.GetFileName));
        Assert.Equal([0x89, .. "PNG"u8], File.ReadAllBytes(files[0])[..4]);
        Assert.StartsWith("<?xml", File.ReadAllText(files[1]), StringComparison.Ordinal);
    }

    [Fact]
    public void Each_bar_is_labelled_with_its_name_and_value()
    {
        var files = BarChartPicture.Write(new BarChart("", "A title", "a unit", ["one", "other"], [new("first", [1.5, 1000])]), Path.Combine(_folder, "chart"));

        var svg = File.ReadAllText(files[1]);
        Assert.Matches(@"1\.5\s+one", svg);
        Assert.Matches(@"1,000\s+other", svg);
        Assert.Contains("(logarithmic)", svg, StringComparison.Ordinal);
    }

    [Fact]
    public void A_chart_with_many_bars_is_split_into_several_pictures()
    {
        var chart = new BarChart("speed", "A title", "a unit", ["one", "other"], [.. Enumerable.Range(0, 7).Select(i => new BarGroup($"group {i}", [1, 2]))]);

        var pages = chart.Pages(bars: 6).ToArray();

        Assert.Equal(["speed-1", "speed-2", "speed-3"], pages.Select(page => page.Name));
        Assert.Equal(chart.Groups, pages.SelectMany(page => page.Groups));
        Assert.Same(chart, Assert.Single(chart.Pages(bars: 14)));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
