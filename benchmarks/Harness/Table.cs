using System.Globalization;
using System.Text;

namespace Blittable.Benchmarks.Harness;

/// <summary>Represents rows of text under a heading, for output to a terminal, as Markdown or as CSV.</summary>
internal sealed class Table(string title, params IReadOnlyList<string> heading)
{
    private readonly List<IReadOnlyList<string>> _rows = [];

    public string Title => title;

    public void Add(params IReadOnlyList<string> row)
    {
        if (row.Count != heading.Count)
        {
            throw new ArgumentException($"A row of '{title}' has {row.Count} cells, but the heading has {heading.Count}.");
        }

        _rows.Add(row);
    }

    /// <summary>Creates a table with one row per cell.</summary>
    public static Table List(string title, IEnumerable<CellResult> results, params IReadOnlyList<Column> columns)
    {
        var table = new Table(title, ["group", "cell", .. columns.Select(column => column.Name)]);
        foreach (CellResult result in results)
        {
            table.Add([result.Group, result.Name, .. columns.Select(column => column.Show(result))]);
        }

        return table;
    }

    /// <summary>Creates a table with one row per group and one column per cell, all with one figure.</summary>
    /// <param name="title">The title of the table.</param>
    /// <param name="results">The cells.</param>
    /// <param name="column">The figure.</param>
    /// <param name="withMean">true to add a row with the geometric mean over the groups that have the cell; otherwise, false.</param>
    /// <param name="apart">A group that is excluded from the geometric mean and follows it as the last row, or null.</param>
    public static Table Pivot(string title, IReadOnlyList<CellResult> results, Column column, bool withMean = false, string? apart = null)
    {
        string[] names = [.. results.Select(result => result.Name).Distinct()];
        var table = new Table(title, [column.Name, .. names]);
        ILookup<bool, CellResult> isApart = results.ToLookup(result => result.Group == apart);
        AddGroups(isApart[false]);
        if (withMean)
        {
            table.Add([
                "geometric mean",
                .. names.Select(name => column.Show(
                    Statistics.GeometricMean(isApart[false].Where(r => r.Name == name).Select(column.Value).Where(double.IsFinite)))),
            ]);
        }

        AddGroups(isApart[true]);
        return table;

        void AddGroups(IEnumerable<CellResult> groups)
        {
            foreach (IGrouping<string, CellResult> group in groups.GroupBy(result => result.Group))
            {
                table.Add([group.Key, .. names.Select(name => group.FirstOrDefault(r => r.Name == name) is { } r ? column.Show(r) : "")]);
            }
        }
    }

    /// <summary>Creates a table with one row per parallel cell: its speedup over one worker, and its efficiency, the speedup per worker.</summary>
    public static Table Scaling(string title, IEnumerable<CellResult> results)
    {
        var table = new Table(title, "group", "cell", "workers", "speed-up", "efficiency");
        foreach (CellResult result in results.Where(result => result.Workers > 1))
        {
            double gain = result.Fact(Measurement.Gain);
            table.Add(
                result.Group,
                result.Name,
                result.Workers.ToString(CultureInfo.InvariantCulture),
                gain.ToString("N2", CultureInfo.InvariantCulture),
                (gain / result.Workers).ToString("P0", CultureInfo.InvariantCulture));
        }

        return table;
    }

    /// <summary>Creates a table with all figures of all cells to six significant digits, for programs.</summary>
    public static Table Raw(IEnumerable<CellResult> results, params IReadOnlyList<Column> columns)
    {
        var table = new Table("", ["group", "cell", .. columns.Select(column => column.Name)]);
        foreach (CellResult result in results)
        {
            table.Add([
                result.Group,
                result.Name,
                .. columns.Select(column => column.Value(result)).Select(
                    value => double.IsNaN(value) ? "" : value.ToString("G6", CultureInfo.InvariantCulture)),
            ]);
        }

        return table;
    }

    public string ToText()
    {
        int[] widths = Widths();
        var text = new StringBuilder();
        AppendLine(heading);
        AppendLine([.. widths.Select(width => new string('-', width))]);
        foreach (IReadOnlyList<string> row in _rows)
        {
            AppendLine(row);
        }

        return text.ToString();

        void AppendLine(IReadOnlyList<string> row)
        {
            string line = string.Join("  ", row.Select((value, i) => IsText(i) ? value.PadRight(widths[i]) : value.PadLeft(widths[i])));
            text.Append(line.TrimEnd()).Append('\n');
        }
    }

    public string ToMarkdown()
    {
        var text = new StringBuilder();
        AppendLine(heading);
        AppendLine([.. heading.Select((_, i) => IsText(i) ? "---" : "---:")]);
        foreach (IReadOnlyList<string> row in _rows)
        {
            AppendLine(row);
        }

        return text.ToString();

        void AppendLine(IReadOnlyList<string> row) => text.Append("| ").AppendJoin(" | ", row).Append(" |\n");
    }

    public string ToCsv()
    {
        var text = new StringBuilder();
        foreach (IReadOnlyList<string> row in (IEnumerable<IReadOnlyList<string>>)[heading, .. _rows])
        {
            text.AppendJoin(',', row.Select(Quote)).Append('\n');
        }

        return text.ToString();
    }

    private static string Quote(string value) =>
        value.AsSpan().IndexOfAny(",\"\n") < 0 ? value : $"\"{value.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    private int[] Widths() =>
        [.. heading.Select((name, i) => _rows.Select(row => row[i].Length).Append(name.Length).Max())];

    /// <summary>Determines whether a column contains text. Text is left-aligned, and numbers are right-aligned.</summary>
    private bool IsText(int column) =>
        !_rows.Any(row => double.TryParse(row[column], NumberStyles.Number | NumberStyles.AllowExponent, CultureInfo.InvariantCulture, out _));
}
