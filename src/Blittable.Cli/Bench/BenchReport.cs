using System.Globalization;
using System.Text;
using System.Text.Json;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Writes measurements as one table per file, or as JSON for programs.</summary>
internal static class BenchReport
{
    public static void WriteTables(Stream output, IReadOnlyList<BenchResult> results, bool isTerminal)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true);
        var console = Consoles.Create(text, isTerminal);
        foreach (var result in results)
        {
            console.Write(TableOf(result));
            console.WriteLine("Compared with JsonDocument (95 % confidence intervals over two passes):");
            foreach (var form in result.Forms.Skip(1))
            {
                console.WriteLine($"  {form.Form}");
                console.WriteLine($"    convert: {form.Convert.Verdict()}");
                console.WriteLine($"    random path: {form.Path.Verdict()}");
                console.WriteLine($"    all values: {form.AllValues.Verdict()}");
            }

            console.WriteLine();
        }

        if (results.Count > 0)
        {
            console.WriteLine("× is the speed relative to JsonDocument; the measurements alternate.");
            console.WriteLine("Dictionaries are trained on the file itself; their size is included.");
            console.WriteLine("Paths are read from open documents. Memory is the memory used by open documents; for JSON, it includes the text.");
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
        Write(writer, "convert", form.Convert);
        Write(writer, "path", form.Path);
        Write(writer, "allValues", form.AllValues);
        writer.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter writer, string work, BenchTiming timing)
    {
        writer.WriteNumber($"{work}Nanoseconds", Math.Round(timing.Nanoseconds, 1));
        writer.WriteStartObject($"{work}TimesAsFast");
        writer.WriteNumber("median", Math.Round(timing.Ratio, 3));
        writer.WriteNumber("low", Math.Round(timing.Low, 3));
        writer.WriteNumber("high", Math.Round(timing.High, 3));
        writer.WriteEndObject();
    }

    private static Table TableOf(BenchResult result)
    {
        var json = result.Forms[0];
        var table = new Table().Border(TableBorder.Simple);
        table.Title = new TableTitle(Markup.Escape($"{TerminalText.Escape(result.File)}: {Figures.Documents(result.Documents)}"));
        table.AddColumn("form");
        foreach (var heading in (string[])["bytes", "ratio", "convert", "×", "random path", "×", "all values", "×", "memory", "allocated"])
        {
            table.AddColumn(new TableColumn(heading).RightAligned().NoWrap());
        }

        foreach (var form in result.Forms)
        {
            table.AddRow(
                form.Form,
                Figures.Count(form.Bytes),
                Figures.Ratio(form.Bytes, json.Bytes),
                Milliseconds(form.Convert.Nanoseconds),
                Times(form.Convert),
                form.Path.Nanoseconds.ToString("N0", CultureInfo.InvariantCulture) + " ns",
                Times(form.Path),
                Milliseconds(form.AllValues.Nanoseconds),
                Times(form.AllValues),
                Figures.Bytes(form.Held),
                Figures.Bytes(form.Allocated));
        }

        return table;
    }

    private static string Milliseconds(double nanoseconds) => Figures.Milliseconds(TimeSpan.FromMicroseconds(nanoseconds / 1e3));

    private static string Times(BenchTiming timing) => timing.Ratio.ToString("0.00", CultureInfo.InvariantCulture);
}
