using System.Text;
using System.Text.Json;
using Blittable.Collections;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Writes the columns of a collection as a table, or as JSON for programs.</summary>
internal static class CollectionReport
{
    public static void WriteJson(Stream output, CollectionReader reader)
    {
        using (var writer = new Utf8JsonWriter(output))
        {
            writer.WriteStartObject();
            writer.WriteNumber("documents", reader.Count);
            writer.WriteNumber("rows", reader.RowCount);
            writer.WriteNumber("bytes", reader.ByteCount);
            writer.WriteString("layout", reader.Options.Layout.ToString());
            writer.WriteStartArray("stripes");
            foreach (var stripe in reader.GetStripes())
            {
                writer.WriteStartObject();
                writer.WriteNumber("firstRow", stripe.FirstRow);
                writer.WriteNumber("rows", stripe.Rows);
                writer.WriteString("layout", stripe.Layout.ToString());
                if (stripe.RowBytes > 0)
                {
                    writer.WriteNumber("expectedRowBytes", stripe.RowBytes);
                    writer.WriteNumber("expectedColumnBytes", stripe.ColumnBytes);
                }

                writer.WriteEndObject();
            }

            writer.WriteEndArray();
            writer.WriteStartArray("columns");
            foreach (var column in reader.GetColumns())
            {
                writer.WriteStartObject();
                writer.WriteString("path", column.Path);
                writer.WriteString("type", column.Type.ToString());
                writer.WriteString("encodings", string.Join(", ", column.Encodings));
                writer.WriteNumber("values", column.Values);
                writer.WriteNumber("bytes", column.Bytes);
                writer.WriteNumber("jsonBytes", column.JsonBytes);
                writer.WriteNumber("ratio", Math.Round(column.Ratio, 6));
                writer.WriteString("min", column.Min);
                writer.WriteString("max", column.Max);
                writer.WriteEndObject();
            }

            writer.WriteEndArray();
            writer.WriteEndObject();
        }

        output.WriteByte((byte)'\n');
    }

    public static void WriteTable(Stream output, CollectionReader reader, bool isTerminal)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true);
        var console = Consoles.Create(text, isTerminal);
        var table = new Table().Border(TableBorder.Simple);
        table.AddColumn(new TableColumn("path").NoWrap()).AddColumns("type", "encoding");
        foreach (var name in new[] { "values", "bytes", "share", "ratio", "bits/value" })
        {
            table.AddColumn(new TableColumn(name).RightAligned());
        }

        table.AddColumns("min", "max");
        foreach (var column in reader.GetColumns())
        {
            var bits = 8.0 * column.Bytes / Math.Max(1, column.Values);
            table.AddRow(new[]
            {
                ShellText.Quote(column.Path), column.Type.ToString(), string.Join(", ", column.Encodings), Figures.Count(column.Values), Figures.Count(column.Bytes),
                Figures.Percent(column.Bytes, reader.ByteCount), Figures.Ratio(column.Bytes, column.JsonBytes),
                bits.ToString("F2", System.Globalization.CultureInfo.InvariantCulture), column.Min, column.Max,
            }.Select(cell => new Spectre.Console.Text(TerminalText.Escape(cell))));
        }

        console.Write(table);
        foreach (var stripe in reader.GetStripes().Where(stripe => stripe.RowBytes > 0))
        {
            console.WriteLine(
                $"stripe at row {Figures.Count(stripe.FirstRow)}: {stripe.Layout}; estimated {Figures.Bytes(stripe.ColumnBytes)} as columns "
                + $"and {Figures.Bytes(stripe.RowBytes)} as rows");
        }

        console.WriteLine(
            $"{Figures.Documents(reader.Count)} in {Figures.Count(reader.RowCount)} rows, layout {reader.Options.Layout}, {Figures.Bytes(reader.ByteCount)}; "
            + "ratio: column size relative to the JSON text of its values, without names and commas");
    }
}
