using System.Text;
using System.Text.Json;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Writes statistics as a table, with bars on a terminal, or as JSON for programs.</summary>
internal static class StatisticsReport
{
    private const int BarWidth = 72;

    public static void WriteJson(Stream output, BlittableStatistics statistics)
    {
        using (var writer = new Utf8JsonWriter(output))
        {
            writer.WriteStartObject();
            writer.WriteNumber("documents", statistics.Documents);
            writer.WriteNumber("objects", statistics.Objects);
            writer.WriteNumber("arrays", statistics.Arrays);
            writer.WriteNumber("strings", statistics.Strings);
            writer.WriteNumber("numbers", statistics.Numbers);
            writer.WriteNumber("dates", statistics.Dates);
            writer.WriteStartObject("bytes");
            writer.WriteNumber("total", statistics.TotalBytes);
            foreach (var (name, bytes, _) in Parts(statistics))
            {
                writer.WriteNumber(name, bytes);
            }

            writer.WriteEndObject();
            writer.WriteNumber("textBytes", statistics.TextBytes);
            writer.WriteNumber("nameTextBytes", statistics.NameTextBytes);
            writer.WriteEndObject();
        }

        output.WriteByte((byte)'\n');
    }

    public static void WriteTable(Stream output, BlittableStatistics statistics, bool isTerminal)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true);
        WriteTable(Consoles.Create(text, isTerminal), statistics, isTerminal);
    }

    public static void WriteTable(IAnsiConsole console, BlittableStatistics statistics, bool isTerminal)
    {
        var table = new Table().Border(TableBorder.Simple);
        table.AddColumn("purpose");
        table.AddColumn(new TableColumn("bytes").RightAligned());
        table.AddColumn(new TableColumn("share").RightAligned());
        foreach (var (name, bytes, _) in Parts(statistics))
        {
            table.AddRow(name, Figures.Count(bytes), Figures.Percent(bytes, statistics.TotalBytes));
        }

        table.AddRow("total", Figures.Count(statistics.TotalBytes), Figures.Percent(statistics.TotalBytes, statistics.TotalBytes));
        console.Write(table);
        if (isTerminal)
        {
            var chart = new BarChart().Width(BarWidth);
            foreach (var (name, bytes, color) in Parts(statistics))
            {
                chart.AddItem(name, bytes, color);
            }

            console.Write(chart);
        }

        console.WriteLine(
            $"{Figures.Documents(statistics.Documents)}, {Figures.Of(statistics.Objects, "object")}, {Figures.Of(statistics.Arrays, "array")}, "
            + $"{Figures.Of(statistics.Strings, "string")}, {Figures.Of(statistics.Numbers, "number")}, {Figures.Of(statistics.Dates, "date")}");
        console.WriteLine(
            $"names: {Figures.Bytes(statistics.NameTextBytes)} of text stored in {Figures.Bytes(statistics.NameBytes)} "
            + $"({Figures.Percent(statistics.NameBytes, statistics.NameTextBytes)})");
        console.WriteLine(
            $"strings: {Figures.Bytes(statistics.TextBytes)} of text stored in {Figures.Bytes(statistics.StringBytes)} "
            + $"({Figures.Percent(statistics.StringBytes, statistics.TextBytes)})");
    }

    private static (string Name, long Bytes, Color Color)[] Parts(BlittableStatistics statistics) =>
    [
        ("names", statistics.NameBytes, Color.Blue),
        ("shapes", statistics.ShapeBytes, Color.Aqua),
        ("slots", statistics.SlotBytes, Color.Purple),
        ("strings", statistics.StringBytes, Color.Green),
        ("numbers", statistics.NumberBytes, Color.Yellow),
        ("dates", statistics.DateBytes, Color.Red),
        ("other", statistics.OtherBytes, Color.Grey),
    ];
}
