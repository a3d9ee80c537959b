using System.Xml.Linq;
using Blittable.Benchmarks.Harness;
using SkiaSharp;

namespace Blittable.Benchmarks.Tests.Harness;

public sealed class BarChartTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-charts-").FullName;

    [Fact]
    public void A_chart_is_written_as_PNG_and_SVG()
    {
        var files = Write(isLowerBetter: false, ["one", "other"], [new("first", [1, 2]), new("second", [3, double.NaN])]);

        Assert.Equal(["chart.png", "chart.svg"], files.Select(Path.GetFileName));
        using var picture = SKBitmap.Decode(files[0]);
        Assert.Equal(1800, picture.Width);

        // The smoothed edges of text have many shades.
        Assert.True(picture.Pixels.Distinct().Count() > 50);
        Assert.Equal("svg", XDocument.Load(files[1]).Root!.Name.LocalName);
    }

    [Theory]
    [InlineData(true, "a unit; lower is better")]
    [InlineData(false, "a unit; higher is better")]
    public void Each_bar_has_its_name_and_value_as_text(bool isLowerBetter, string unit)
    {
        var texts = Texts(Write(isLowerBetter, ["one", "<other>"], [new("first", [1.5, 12])])[1]);

        Assert.Equal(["A title", unit], texts[..2]);
        Assert.Equal(["first", "1.5  one", "12  <other>"], texts[^3..]);
    }

    [Fact]
    public void Bars_of_Blittable_have_their_own_color_on_light_and_dark_pages()
    {
        var svg = XDocument.Load(Write(isLowerBetter: false, ["memory", "disk, shared dictionary", "JsonDocument"], [new("first", [1, 2, 3])])[1]);

        Assert.Equal(["own", "own", "peer"], Bars(svg).Select(bar => (string?)bar.Attribute("class")));
        Assert.Equal(2, Bars(svg).Select(bar => (string?)bar.Attribute("fill")).Distinct().Count());
        Assert.Contains("prefers-color-scheme: dark", svg.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Bars_begin_at_zero_and_a_very_long_one_is_cut_off_with_a_mark()
    {
        var svg = XDocument.Load(Write(isLowerBetter: true, ["one", "two", "other"], [new("first", [1, 2, 5000])])[1]);

        var lengths = Bars(svg).Select(bar => (double)bar.Attribute("width")!).ToList();
        Assert.Equal(2 * lengths[0], lengths[1], 0.2);
        Assert.InRange(lengths[0], 10, lengths[2] / 4);
        Assert.Single(svg.Descendants(), element => (string?)element.Attribute("class") == "cut");
        Assert.Contains("5,000  other", Texts(svg));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private IReadOnlyList<string> Write(bool isLowerBetter, string[] series, BarGroup[] groups) =>
        BarChartPicture.Write(new BarChart("", "A title", "a unit", isLowerBetter, series, groups), Path.Combine(_folder, "chart"));

    private static List<string> Texts(string path) => Texts(XDocument.Load(path));

    private static List<string> Texts(XDocument svg) => [.. svg.Descendants().Where(element => element.Name.LocalName == "text").Select(element => element.Value)];

    private static IEnumerable<XElement> Bars(XDocument svg) => svg.Descendants().Where(element => (string?)element.Attribute("class") is "own" or "peer");
}
