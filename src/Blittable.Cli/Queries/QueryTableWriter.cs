using System.Text;
using Blittable.Collections;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Writes the result of a query.</summary>
internal static class QueryTableWriter
{
    /// <summary>The width of the widest table cell in a pipe or a file. On a terminal, the width of the terminal limits the table.</summary>
    private const int MostCellColumns = 80;

    /// <summary>Writes a table.</summary>
    /// <param name="output">The output.</param>
    /// <param name="table">The table.</param>
    /// <param name="columns">The number of columns to write, from the first.</param>
    /// <param name="format">The format.</param>
    /// <param name="isTerminal">Whether the output is a terminal.</param>
    /// <param name="isFull">Whether long table cells are written in full.</param>
    public static void Write(Stream output, QueryTable table, int columns, QueryFormat format, bool isTerminal, bool isFull)
    {
        using var writer = new StreamWriter(output, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true) { NewLine = "\n" };
        var names = table.Columns.Take(columns).ToArray();
        switch (format)
        {
            case QueryFormat.Json or QueryFormat.NdJson:
                WriteJson(writer, table, names);
                break;
            case QueryFormat.Csv:
                WriteLines(writer, table, names, ',', CsvField);
                break;
            case QueryFormat.Tsv:
                WriteLines(writer, table, names, '\t', TsvField);
                break;
            default:
                WriteTable(writer, table, names, isTerminal, isFull);
                break;
        }
    }

    private static void WriteJson(TextWriter writer, QueryTable table, string[] names)
    {
        var keys = Array.ConvertAll(names, name => QueryValue.FromString(name).ToJson());
        for (var row = 0; row < table.Count; row++)
        {
            writer.Write('{');
            for (var column = 0; column < keys.Length; column++)
            {
                writer.Write(column == 0 ? "" : ",");
                writer.Write(keys[column]);
                writer.Write(':');
                writer.Write(table[row, column].ToJson());
            }

            writer.WriteLine('}');
        }
    }

    private static void WriteLines(TextWriter writer, QueryTable table, string[] names, char separator, Func<QueryValue, string> field)
    {
        writer.WriteLine(string.Join(separator, names.Select(name => field(name))));
        for (var row = 0; row < table.Count; row++)
        {
            for (var column = 0; column < names.Length; column++)
            {
                if (column > 0)
                {
                    writer.Write(separator);
                }

                writer.Write(field(table[row, column]));
            }

            writer.WriteLine();
        }
    }

    /// <summary>Distinguishes null from an empty string, like PostgreSQL and DuckDB.</summary>
    private static string CsvField(QueryValue value)
    {
        var text = value.ToString();
        return value.Kind == QueryValueKind.Null || (text.Length > 0 && text.AsSpan().IndexOfAny(",\"\r\n") < 0)
            ? text
            : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }

    private static string TsvField(QueryValue value) => value.ToString().Replace(@"\", @"\\", StringComparison.Ordinal)
        .Replace("\t", @"\t", StringComparison.Ordinal).Replace("\n", @"\n", StringComparison.Ordinal).Replace("\r", @"\r", StringComparison.Ordinal);

    private static void WriteTable(TextWriter writer, QueryTable table, string[] names, bool isTerminal, bool isFull)
    {
        var console = Consoles.Create(writer, isTerminal);
        string[][] lines =
        [
            Array.ConvertAll(names, TerminalText.Escape),
            .. Enumerable.Range(0, table.Count).Select(row => names.Select((_, column) => TerminalText.Escape(table[row, column].ToString())).ToArray()),
        ];
        var widest = isFull ? int.MaxValue
            : isTerminal ? CellWidth.Fit([.. names.Select((_, column) => lines.Max(line => CellWidth.Of(line[column])))], console.Profile.Width)
            : MostCellColumns;
        var shown = new Table().Border(TableBorder.Simple);
        for (var column = 0; column < names.Length; column++)
        {
            var heading = new TableColumn(Cell(lines[0][column]));
            var isNumber = table.Count > 0 && table[0, column].Kind == QueryValueKind.Number;
            shown.AddColumn(isNumber ? heading.RightAligned() : heading);
        }

        foreach (var line in lines.Skip(1))
        {
            shown.AddRow(Array.ConvertAll(line, Cell));
        }

        console.Write(shown);

        string Cell(string text) => Markup.Escape(CellWidth.Truncate(text, widest));
    }
}
