using System.Globalization;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Columns;

/// <summary>Shows the results of time series: one row per form and operation, and the speedup of several workers.</summary>
internal static class SeriesTables
{
    /// <summary>Creates a table with one row per cell and one column per number of columns.</summary>
    public static Table Of(string title, IReadOnlyList<CellResult> results, Column column)
    {
        string[] groups = [.. results.Select(result => result.Group).Distinct()];
        var table = new Table(title, [column.Name, .. groups]);
        foreach (var cell in results.Where(result => !double.IsNaN(column.Value(result))).GroupBy(result => result.Name))
        {
            table.Add([cell.Key, .. groups.Select(group => cell.FirstOrDefault(result => result.Group == group) is { } found ? column.Show(found) : "")]);
        }

        return table;
    }

    /// <summary>Creates a table that divides the speed of each form and number of workers by the speed of one worker in each of the two forms that the source
    /// publishes: encoded and compressed, and plain.</summary>
    public static Table Workers(IReadOnlyList<CellResult> results)
    {
        var table = new Table(
            "Speedup over one worker in the two forms of the source",
            "columns", "form", "workers", "M rows/s", $"× {SeriesCells.Compressed}", $"× {SeriesCells.Plain}", "efficiency");
        foreach (var result in results)
        {
            if (result.Name.Split(' ') is [var form, SeriesCells.WriteOperation or SeriesCells.ReadOperation, ..] words
                && SeriesCells.Forms.Contains(form)
                && words is [_, _] or [_, _, ['×', ..]])
            {
                table.Add(
                    result.Group,
                    $"{form} {words[1]}",
                    result.Workers.ToString(CultureInfo.InvariantCulture),
                    Column.MillionItemsPerSecond.Show(result),
                    Column.Speedup.Show(Over(SeriesCells.Compressed, words[1], result)),
                    Column.Speedup.Show(Over(SeriesCells.Plain, words[1], result)),
                    (result.Workers == 1 ? 1 : result.Fact(Measurement.Gain) / result.Workers).ToString("P0", CultureInfo.InvariantCulture));
            }
        }

        return table;

        double Over(string form, string operation, CellResult result) =>
            results.FirstOrDefault(other => other.Group == result.Group && other.Name == $"{form} {operation}") is { } one
                ? one.Nanoseconds / result.Nanoseconds
                : double.NaN;
    }
}
