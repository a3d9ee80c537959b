using System.Globalization;
using ScottPlot;

namespace Blittable.Benchmarks.Harness;

/// <summary>Draws a <see cref="BarChart"/> as PNG and SVG: horizontal bars in shades of gray, each with its figure and name at the end.</summary>
/// <remarks>
/// Names at the bars replace a legend, so shades of gray are sufficient for any number of series. Hatches would also distinguish bars, but the SVG canvas does
/// not draw them.
/// </remarks>
internal static class BarChartPicture
{
    private const int Width = 900;
    private const int MarginHeight = 90;
    private const int BarHeight = 17;
    private const int GapHeight = 12;

    /// <summary>The maximum number of bars in a picture. Larger charts are split.</summary>
    private const int MostBars = 60;

    /// <summary>The ratio of the longest to the shortest bar from which the scale is logarithmic.</summary>
    private const double LogarithmicFrom = 30;

    /// <summary>The share of the width reserved for the name of the longest bar.</summary>
    private const double NameShare = 0.4;

    private static readonly Color Ink = Colors.Black;

    /// <summary>The shades of the series, which repeat if there are more series.</summary>
    private static readonly byte[] Shades = [255, 60, 150, 215, 105, 185];

    /// <summary>The usual sans-serif fonts of Linux, Windows and macOS.</summary>
    private static readonly string[] SansSerif = ["DejaVu Sans", "Liberation Sans", "Arial", "Helvetica"];

    /// <summary>Writes the pictures of a chart.</summary>
    /// <param name="chart">The chart.</param>
    /// <param name="path">The path of the files without extension.</param>
    /// <returns>The files written.</returns>
    public static IReadOnlyList<string> Write(BarChart chart, string path)
    {
        var written = new List<string>();
        foreach (BarChart page in chart.Pages(MostBars))
        {
            string file = page.Name.Length > 0 ? $"{path}-{page.Name}" : path;
            Plot plot = Draw(page);
            int bars = page.Groups.Sum(group => group.Values.Count(IsShown));
            int height = MarginHeight + (bars * BarHeight) + (page.Groups.Count * GapHeight);
            plot.SavePng(file + ".png", Width, height);
            File.WriteAllText(file + ".svg", plot.GetSvgXml(Width, height));
            written.Add(file + ".png");
            written.Add(file + ".svg");
        }

        return written;
    }

    private static Plot Draw(BarChart chart)
    {
        double[] values = [.. chart.Groups.SelectMany(group => group.Values).Where(IsShown).DefaultIfEmpty(1)];
        bool isLogarithmic = values.Max() / values.Min() >= LogarithmicFrom;
        double start = isLogarithmic ? Math.Floor(Math.Log10(values.Min())) : 0;
        double end = isLogarithmic ? Math.Log10(values.Max()) : values.Max();
        var plot = new Plot();
        plot.Font.Set(SkiaSharp.SKFontManager.Default.FontFamilies.FirstOrDefault(SansSerif.Contains) ?? Fonts.Default);
        plot.Title(chart.Title, size: 15);
        plot.XLabel(isLogarithmic ? chart.Unit + " (logarithmic)" : chart.Unit, size: 13);
        plot.Grid.YAxisStyle.IsVisible = false;

        double position = 0;
        var ticks = new List<Tick>();
        foreach (BarGroup group in chart.Groups)
        {
            double first = position;
            for (int series = 0; series < chart.Series.Count; series++)
            {
                if (!IsShown(group.Values[series]))
                {
                    continue;
                }

                double length = isLogarithmic ? Math.Log10(group.Values[series]) : group.Values[series];
                plot.Add.Bars(new[] { Bar(position, length, start, Shades[series % Shades.Length]) });
                ScottPlot.Plottables.Text label = plot.Add.Text($"{Figure(group.Values[series])}  {chart.Series[series]}", length, position);
                label.LabelAlignment = Alignment.MiddleLeft;
                label.LabelFontSize = 12;
                label.OffsetX = 4;
                position--;
            }

            ticks.Add(new Tick((first + position + 1) / 2, group.Label));
            position -= (double)GapHeight / BarHeight;
        }

        plot.Axes.Left.TickGenerator = new ScottPlot.TickGenerators.NumericManual([.. ticks]);
        plot.Axes.Left.MajorTickStyle.Length = 0;
        plot.Axes.SetLimits(start, end + ((end - start) * NameShare / (1 - NameShare)), position + 0.3, 1);
        if (isLogarithmic)
        {
            IEnumerable<int> powers = Enumerable.Range((int)start, (int)(Math.Floor(end) - start) + 1);
            Tick[] decades = [.. powers.Select(power => new Tick(power, Figure(Math.Pow(10, power))))];
            plot.Axes.Bottom.TickGenerator = new ScottPlot.TickGenerators.NumericManual(decades);
        }

        plot.HideLegend();
        return plot;
    }

    private static bool IsShown(double value) => double.IsFinite(value) && value > 0;

    private static Bar Bar(double position, double end, double start, byte shade) => new()
    {
        Position = position,
        Value = end,
        ValueBase = start,
        Size = 0.86,
        Orientation = Orientation.Horizontal,
        FillColor = new Color(shade, shade, shade),
        LineColor = Ink,
        LineWidth = 1,
    };

    /// <summary>Formats a figure with three digits, or with all digits before the decimal point.</summary>
    private static string Figure(double value) => value.ToString(
        value switch { >= 100 => "N0", >= 10 => "0.#", >= 0.1 => "0.##", _ => "G3" }, CultureInfo.InvariantCulture);
}
