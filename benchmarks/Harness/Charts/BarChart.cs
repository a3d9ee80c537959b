namespace Blittable.Benchmarks.Harness;

/// <summary>Represents bars in groups. Each group (a corpus, a query) has one bar per series (a peer, a mode).</summary>
/// <param name="Name">The suffix of the file names, unique among the charts of a suite; empty for a single chart.</param>
/// <param name="Title">The title.</param>
/// <param name="Unit">The unit of the bars, for example <c>times as fast as JsonDocument</c>.</param>
/// <param name="IsLowerBetter"><see langword="true"/> for times and sizes, <see langword="false"/> for speeds.</param>
/// <param name="Series">The names of the bars of a group, in drawing order.</param>
/// <param name="Groups">The groups. NaN represents a missing bar.</param>
internal sealed record BarChart(string Name, string Title, string Unit, bool IsLowerBetter, IReadOnlyList<string> Series, IReadOnlyList<BarGroup> Groups)
{
    /// <summary>Gets a function that determines whether a series is a form of Blittable. These series have their own color.</summary>
    public Func<string, bool> IsOwn { get; init; } =
        name => name.StartsWith("memory", StringComparison.Ordinal) || name.StartsWith("disk", StringComparison.Ordinal) || name.Contains("Blittable", StringComparison.Ordinal);

    /// <summary>Creates a chart of one figure of cells, with one group of bars per group of cells and one series per cell name.</summary>
    public static BarChart Of(string name, string title, IReadOnlyList<CellResult> results, Column column)
    {
        string[] series = [.. results.Select(result => result.Name).Distinct()];
        return new BarChart(name, title, column.Name, column.IsLowerBetter, series, [
            .. results.GroupBy(result => result.Group).Select(group => new BarGroup(
                group.Key,
                [.. series.Select(one => group.FirstOrDefault(result => result.Name == one) is { } found ? column.Value(found) : double.NaN)])),
        ]);
    }
}
