using System.Text;
using Blittable.Collections;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Writes the result of a query.</summary>
internal static class QueryTableWriter
{
    public static void Write(Stream output, QueryTable table, QueryFormat format, bool isTerminal)
    {
        using var writer = new StreamWriter(output, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true) { NewLine = "\n" };
        switch (format)
        {
            case QueryFormat.Json:
                WriteJson(writer, table);
                break;
            case QueryFormat.Csv:
                WriteCsv(writer, table);
                break;
            default:
                WriteTable(writer, table, isTerminal);
                break;
        }
    }

    private static void WriteJson(TextWriter writer, QueryTable table)
    {
        var names = table.Columns.Select(name => QueryValue.FromString(name).ToJson()).ToArray();
        for (var row = 0; row < table.Count; row++)
        {
            writer.Write('{');
            for (var column = 0; column < names.Length; column++)
            {
                writer.Write(column == 0 ? "" : ",");
                writer.Write(names[column]);
                writer.Write(':');
                writer.Write(table[row, column].ToJson());
            }

            writer.WriteLine('}');
        }
    }

    private static void WriteCsv(TextWriter writer, QueryTable table)
    {
        writer.WriteLine(string.Join(',', table.Columns.Select(Field)));
        for (var row = 0; row < table.Count; row++)
        {
            for (var column = 0; column < table.Columns.Count; column++)
            {
                writer.Write(column == 0 ? "" : ",");
                writer.Write(Field(table[row, column].ToString()));
            }

            writer.WriteLine();
        }
    }

    private static string Field(string text) =>
        text.AsSpan().IndexOfAny(",\"\r\n") < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    private static void WriteTable(TextWriter writer, QueryTable table, bool isTerminal)
    {
        var shown = new Table().Border(TableBorder.Simple);
        for (var column = 0; column < table.Columns.Count; column++)
        {
            var heading = new TableColumn(Cell(table.Columns[column]));
            var isNumber = table.Count > 0 && table[0, column].Kind == QueryValueKind.Number;
            shown.AddColumn(isNumber ? heading.RightAligned() : heading);
        }

        for (var row = 0; row < table.Count; row++)
        {
            shown.AddRow([.. Enumerable.Range(0, table.Columns.Count).Select(column => Cell(table[row, column].ToString()))]);
        }

        Consoles.Create(writer, isTerminal).Write(shown);
    }

    private static string Cell(string text) => Markup.Escape(TerminalText.Escape(text));
}
