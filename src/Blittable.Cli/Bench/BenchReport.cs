using System.Globalization;
using System.Text;
using System.Text.Json;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>What was measured, as a table a file for people or as JSON for programs.</summary>
internal static class BenchReport
{
    public static void WriteTables(Stream output, IReadOnlyList<BenchResult> results, bool isTerminal)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true);
        var console = Consoles.Create(text, isTerminal);
        foreach (var result in results)
        {
            console.Write(TableOf(result));
        }

        if (results.Count > 0)
        {
            console.WriteLine("× is times as fast as JsonDocument, in turn with it. A dictionary is trained on the file itself, and its bytes are counted.");
            console.WriteLine("Paths are read in documents that are open already. Memory is what open documents take, for JSON with the text.");
        }
    }

    public static void WriteJson(Stream output, IReadOnlyList<BenchResult> results)
    {
        using (var writer = new Utf8JsonWriter(output))
        {
            writer.WriteStartArray();
            foreach (var result in results)
            {
                writer.WriteStartObject();
                writer.WriteString("file", result.File);
                writer.WriteNumber("documents", result.Documents);
                writer.WriteNumber("paths", result.Paths);
                writer.WriteStartArray("forms");
                foreach (var form in result.Forms)
                {
                    Write(writer, form);
                }

                writer.WriteEndArray();
                writer.WriteEndObject();
            }

            writer.WriteEndArray();
        }

        output.WriteByte((byte)'\n');
    }

    private static void Write(Utf8JsonWriter writer, BenchFigures form)
    {
        writer.WriteStartObject();
        writer.WriteString("form", form.Form);
        writer.WriteNumber("bytes", form.Bytes);
        writer.WriteNumber("dictionaryBytes", form.DictionaryBytes);
        writer.WriteNumber("memoryBytes", form.Held);
        writer.WriteNumber("allocatedBytes", form.Allocated);
        writer.WriteNumber("convertNanoseconds", Math.Round(form.Convert));
        writer.WriteNumber("pathNanoseconds", Math.Round(form.Path, 1));
        writer.WriteNumber("allValuesNanoseconds", Math.Round(form.AllValues));
        writer.WriteEndObject();
    }

    private static Table TableOf(BenchResult result)
    {
        var json = result.Forms[0];
        var table = new Table().Border(TableBorder.Simple);
        table.Title = new TableTitle(Markup.Escape($"{TerminalText.Escape(result.File)}: {Figures.Documents(result.Documents)}"));
        table.AddColumn("form");
        foreach (var heading in (string[])["bytes", "of JSON", "convert", "×", "random path", "×", "all values", "×", "memory", "allocated"])
        {
            table.AddColumn(new TableColumn(heading).RightAligned().NoWrap());
        }

        foreach (var form in result.Forms)
        {
            table.AddRow(
                form.Form,
                Figures.Count(form.Bytes),
                Figures.Ratio(form.Bytes, json.Bytes),
                Milliseconds(form.Convert),
                Times(json.Convert, form.Convert),
                form.Path.ToString("N0", CultureInfo.InvariantCulture) + " ns",
                Times(json.Path, form.Path),
                Milliseconds(form.AllValues),
                Times(json.AllValues, form.AllValues),
                Figures.Bytes(form.Held),
                Figures.Bytes(form.Allocated));
        }

        return table;
    }

    private static string Milliseconds(double nanoseconds) => Figures.Milliseconds(TimeSpan.FromMicroseconds(nanoseconds / 1e3));

    private static string Times(double json, double own) => (json / own).ToString("0.00", CultureInfo.InvariantCulture);
}
