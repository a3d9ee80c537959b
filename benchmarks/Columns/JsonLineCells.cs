using System.Text.Json;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Columns;

/// <summary>Measures equal rows as JSON lines, written and read by System.Text.Json. This is the baseline.</summary>
internal static class JsonLineCells
{
    /// <summary>One twenty-fifth of the rows, because JSON is that slow.</summary>
    private const int Rows = 200_000;

    public static IEnumerable<Cell> Of(int columns)
    {
        yield return Cell.SelfTimed(SeriesCells.Group(columns), "JSON write", budget => Write(columns, budget));
        yield return new Cell(SeriesCells.Group(columns), "JSON read", () => Read(columns, onePercent: false)) { IsBaseline = true };
        yield return new Cell(SeriesCells.Group(columns), "JSON read 1 %", () => Read(columns, onePercent: true));
    }

    private static Measurement Write(int columns, TimeBudget budget)
    {
        var series = new TimeSeries(Rows, columns, 64);
        long bytes = 0;
        return FileTimer.Measure(path => bytes = WriteFile(path, series), Rows, budget) with
        {
            Facts = new Dictionary<string, double> { [SeriesCells.BytesPerRow] = (double)bytes / Rows },
        };
    }

    private static long WriteFile(string path, TimeSeries series)
    {
        string[] names = [.. Enumerable.Range(0, series.Values.Length).Select(i => $"s{i}")];
        using var file = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, 1 << 20);
        using var writer = new Utf8JsonWriter(file, new JsonWriterOptions { SkipValidation = true });
        for (var row = 0; row < series.Rows; row++)
        {
            writer.WriteStartObject();
            writer.WriteNumber("time"u8, series.Times[row]);
            writer.WriteString("tag"u8, series.TagValues[row]);
            for (var column = 0; column < names.Length; column++)
            {
                writer.WriteNumber(names[column], series.Values[column][row]);
            }

            writer.WriteEndObject();
            writer.Flush();
            writer.Reset();
            file.WriteByte((byte)'\n');
        }

        return file.Length;
    }

    private static Work Read(int columns, bool onePercent)
    {
        var series = new TimeSeries(Rows, columns, 64);
        var path = FileTimer.NewPath();
        WriteFile(path, series);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => File.Delete(path);
        var values = new long[columns + 1][];
        for (var column = 0; column < values.Length; column++)
        {
            values[column] = new long[Rows];
        }

        var range = onePercent ? series.OnePercent : (long.MinValue, long.MaxValue);
        var expected = onePercent ? Rows / 100 : Rows;
        return new Work(
            () =>
            {
                if (ReadFile(path, values, range) != expected)
                {
                    throw new InvalidOperationException("Rows are missing.");
                }
            },
            Items: Rows);
    }

    /// <summary>Reads the rows of a time range. For other rows, reads only the time, which comes first.</summary>
    /// <returns>The number of rows read.</returns>
    private static int ReadFile(string path, long[][] columns, (long Low, long High) range)
    {
        var lines = File.ReadAllBytes(path).AsSpan();
        var rows = 0;
        for (; !lines.IsEmpty; lines = lines[(lines.IndexOf((byte)'\n') + 1)..])
        {
            var reader = new Utf8JsonReader(lines[..lines.IndexOf((byte)'\n')]);
            var column = 0;
            while (reader.Read())
            {
                if (reader.TokenType == JsonTokenType.Number)
                {
                    var value = reader.GetInt64();
                    if (column == 0 && (value < range.Low || value > range.High))
                    {
                        break;
                    }

                    columns[column++][rows] = value;
                }
                else if (reader.TokenType == JsonTokenType.String)
                {
                    _ = reader.GetString();
                }
            }

            rows += column == 0 ? 0 : 1;
        }

        return rows;
    }
}
