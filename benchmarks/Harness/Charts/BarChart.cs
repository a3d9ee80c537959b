namespace Blittable.Benchmarks.Harness;

/// <summary>Represents bars in groups. Each group (a corpus, a query) has one bar per series (a peer, a mode).</summary>
/// <param name="Name">The suffix of the file names, unique among the charts of a suite; empty for a single chart.</param>
/// <param name="Title">The title.</param>
/// <param name="Unit">The unit of the bars, for example <c>times as fast as JsonDocument</c>.</param>
/// <param name="Series">The names of the bars of a group, in drawing order.</param>
/// <param name="Groups">The groups. NaN represents a missing bar.</param>
internal sealed record BarChart(string Name, string Title, string Unit, IReadOnlyList<string> Series, IReadOnlyList<BarGroup> Groups)
{
    /// <summary>Creates a chart of one figure of cells, with one group of bars per group of cells and one series per cell name.</summary>
    public static BarChart Of(string name, string title, IReadOnlyList<CellResult> results, Column column)
    {
        string[] series = [.. results.Select(result => result.Name).Distinct()];
        return new BarChart(name, title, column.Name, series, [
            .. results.GroupBy(result => result.Group).Select(group => new BarGroup(
                group.Key,
                [.. series.Select(one => group.FirstOrDefault(result => result.Name == one) is { } found ? column.Value(found) : double.NaN)])),
        ]);
    }

    /// <summary>Splits the chart into charts of whole groups with a maximum number of bars each. Several charts are numbered.</summary>
    public IEnumerable<BarChart> Pages(int bars)
    {
        BarGroup[][] pages = [.. Groups.Chunk(Math.Max(1, bars / Math.Max(1, Series.Count)))];
        return pages.Select((groups, page) => pages.Length == 1
            ? this
            : this with { Name = Name.Length == 0 ? $"{page + 1}" : $"{Name}-{page + 1}", Title = $"{Title} ({page + 1} of {pages.Length})", Groups = groups });
    }
}
