namespace Blittable.Benchmarks.Harness;

/// <summary>Bars in groups: for each group (a corpus, a query) one bar a series (a peer, a mode).</summary>
/// <param name="Name">The end of the files' names, which differs among the charts of a suite; empty for its only one.</param>
/// <param name="Title">What is shown.</param>
/// <param name="Unit">What the length of a bar means, for example <c>times as fast as JsonDocument</c>.</param>
/// <param name="Series">The names of the bars of a group, in the order in which they are drawn.</param>
/// <param name="Groups">The groups; NaN stands for a bar that a group lacks.</param>
internal sealed record BarChart(string Name, string Title, string Unit, IReadOnlyList<string> Series, IReadOnlyList<BarGroup> Groups)
{
    /// <summary>Makes a chart of one figure of cells: a group of bars for each of their groups, a series for each of their names.</summary>
    public static BarChart Of(string name, string title, IReadOnlyList<CellResult> results, Column column)
    {
        string[] series = [.. results.Select(result => result.Name).Distinct()];
        return new BarChart(name, title, column.Name, series, [
            .. results.GroupBy(result => result.Group).Select(group => new BarGroup(
                group.Key,
                [.. series.Select(one => group.FirstOrDefault(result => result.Name == one) is { } found ? column.Value(found) : double.NaN)])),
        ]);
    }

    /// <summary>The chart cut into charts of whole groups with at most so many bars each, which are numbered where there are several.</summary>
    public IEnumerable<BarChart> Pages(int bars)
    {
        BarGroup[][] pages = [.. Groups.Chunk(Math.Max(1, bars / Math.Max(1, Series.Count)))];
        return pages.Select((groups, page) => pages.Length == 1
            ? this
            : this with { Name = Name.Length == 0 ? $"{page + 1}" : $"{Name}-{page + 1}", Title = $"{Title} ({page + 1} of {pages.Length})", Groups = groups });
    }
}
