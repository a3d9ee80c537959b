using System.Globalization;
using System.Security;
using System.Text;
using SkiaSharp;
using Svg.Skia;

namespace Blittable.Benchmarks.Harness;

/// <summary>Draws a <see cref="BarChart"/> as SVG with text, for light and dark pages, and as PNG, for pages that do not show SVG.</summary>
/// <remarks>
/// Bars are horizontal, their scale is linear and begins at zero, and each has its figure and its name at its end, so no legend is needed. Bars of Blittable have
/// one hue; all others are gray. A bar that would make most others invisible is cut off and marked.
/// </remarks>
internal static class BarChartPicture
{
    private const int Width = 900;
    private const int LabelMargin = 26;
    private const int NameWidth = 250;
    private const int BarHeight = 17;
    private const int GapHeight = 12;
    private const int Top = 64;
    private const int Bottom = 30;

    /// <summary>The width of a character of a label in the widest of the fonts, rounded up.</summary>
    private const double CharacterWidth = 7.4;

    /// <summary>The longest bar that is drawn in full, as a multiple of the median.</summary>
    private const double MostMedians = 8;

    /// <summary>Dark pages get other colors for the same classes. Viewers of SVG apply them; the PNG is drawn without.</summary>
    private const string DarkColors =
        """
        <style>@media (prefers-color-scheme: dark) { .paper { fill: #16181d } .ink { fill: #e8eaed } .muted { fill: #a3a8b0 } .grid { stroke: #3a3f47 } .peer { fill: #6b7280 } .own { fill: #60a5fa } .cut { stroke: #16181d } }</style>

        """;

    /// <summary>Writes the two pictures of a chart.</summary>
    /// <param name="chart">The chart.</param>
    /// <param name="path">The path of the files without extension.</param>
    /// <returns>The files written, PNG first.</returns>
    public static IReadOnlyList<string> Write(BarChart chart, string path)
    {
        string file = chart.Name.Length > 0 ? $"{path}-{chart.Name}" : path;
        File.WriteAllText(file + ".svg", Draw(chart, DarkColors));
        using var svg = new SKSvg();
        svg.FromSvg(Draw(chart, styles: ""));
        svg.Save(file + ".png", SKColors.White, SKEncodedImageFormat.Png, quality: 100, scaleX: 2, scaleY: 2);
        return [file + ".png", file + ".svg"];
    }

    private static string Draw(BarChart chart, string styles)
    {
        double[] values = [.. chart.Groups.SelectMany(group => group.Values).Where(IsShown).DefaultIfEmpty(1)];
        double end = Math.Min(values.Max(), MostMedians * Statistics.Median(values));
        double left = LabelMargin + (CharacterWidth * chart.Groups.Max(group => group.Label.Length));
        double scale = (Width - left - NameWidth) / end;
        int height = Top + Bottom + (values.Length * BarHeight) + (chart.Groups.Count * GapHeight);
        var svg = new StringBuilder();
        svg.Append(CultureInfo.InvariantCulture, $"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{Width}\" height=\"{height}\" viewBox=\"0 0 {Width} {height}\" ");
        svg.AppendLine("font-family=\"DejaVu Sans, Segoe UI, Helvetica, Arial, sans-serif\">");
        svg.Append(styles);
        svg.AppendLine("<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
        Text(svg, 16, 26, "ink", chart.Title, "font-size=\"16\" font-weight=\"bold\"");
        Text(svg, 16, 46, "muted", $"{chart.Unit}; {(chart.IsLowerBetter ? "lower" : "higher")} is better", "font-size=\"12\"");

        double step = Step(end);
        for (int tick = 0; tick * step <= end; tick++)
        {
            double x = left + (tick * step * scale);
            svg.AppendLine(CultureInfo.InvariantCulture, $"<path class=\"grid\" d=\"M{x:0.#} {Top}V{height - Bottom}\" stroke=\"#dadce0\"/>");
            Text(svg, x, height - Bottom + 16, "muted", Figure(tick * step), "font-size=\"11\" text-anchor=\"middle\"");
        }

        double y = Top + (GapHeight / 2.0);
        foreach (BarGroup group in chart.Groups)
        {
            int bars = group.Values.Count(IsShown);
            Text(svg, left - 10, y + (bars * BarHeight / 2.0) + 4, "ink", group.Label, "font-size=\"12\" text-anchor=\"end\"");
            for (int series = 0; series < chart.Series.Count; series++)
            {
                if (IsShown(group.Values[series]))
                {
                    Bar(svg, left, y, group.Values[series], end, scale, chart.Series[series], chart.IsOwn(chart.Series[series]));
                    y += BarHeight;
                }
            }

            y += GapHeight;
        }

        return svg.AppendLine("</svg>").ToString();
    }

    private static void Bar(StringBuilder svg, double left, double y, double value, double end, double scale, string name, bool isOwn)
    {
        double length = Math.Min(value, end) * scale;
        (string style, string color) = isOwn ? ("own", "#1d4ed8") : ("peer", "#b4b9c1");
        svg.AppendLine(CultureInfo.InvariantCulture, $"<rect class=\"{style}\" x=\"{left:0.#}\" y=\"{y:0.#}\" width=\"{length:0.#}\" height=\"{BarHeight - 3}\" fill=\"{color}\"/>");
        if (value > end)
        {
            svg.AppendLine(CultureInfo.InvariantCulture, $"<path class=\"cut\" d=\"M{left + length - 30:0.#} {y + BarHeight - 1:0.#}l8 {-BarHeight}\" stroke=\"#ffffff\" stroke-width=\"5\"/>");
        }

        Text(svg, left + length + 5, y + 11, "ink", $"{Figure(value)}  {name}", $"font-size=\"12\"{(isOwn ? " font-weight=\"bold\"" : "")}");
    }

    private static void Text(StringBuilder svg, double x, double y, string style, string text, string attributes) => svg.AppendLine(
        CultureInfo.InvariantCulture,
        $"<text class=\"{style}\" x=\"{x:0.#}\" y=\"{y:0.#}\" fill=\"{(style == "ink" ? "#202124" : "#5f6368")}\" {attributes}>{SecurityElement.Escape(text)}</text>");

    private static bool IsShown(double value) => double.IsFinite(value) && value > 0;

    /// <summary>Returns the distance of grid lines: 1, 2 or 5 times a power of ten, so that at most six lines are drawn.</summary>
    private static double Step(double end)
    {
        double power = Math.Pow(10, Math.Floor(Math.Log10(end / 5)));
        double digit = end / 5 / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    /// <summary>Formats a figure with two or three digits, or with all digits before the decimal point.</summary>
    private static string Figure(double value) => value.ToString(
        value switch { >= 100 => "N0", >= 10 => "0.#", >= 0.1 or 0 => "0.##", _ => "G2" }, CultureInfo.InvariantCulture);
}
