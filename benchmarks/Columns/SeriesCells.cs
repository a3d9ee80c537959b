using Blittable.Benchmarks.Harness;
using Blittable.Collections;
using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>Measures a time series in a file. Writing creates a new file each time. Reading uses a memory-mapped file in the page cache.</summary>
internal static class SeriesCells
{
    public const string BytesPerRow = "bytes/row";
    private const int Rows = 5_000_000;

    /// <summary>The full width of xorshift values, which no encoding can shrink: the speed is the worst case.</summary>
    private const int Bits = 64;

    public static IEnumerable<Cell> Of(int columns, ColumnEncoding encoding, string label, IReadOnlyList<int> workers)
    {
        const BlockCompression none = BlockCompression.None;
        var group = Group(columns);
        yield return Cell.SelfTimed(group, $"{label} write", budget => Write(columns, encoding, none, budget));
        yield return new Cell(group, $"{label} read", () => Read(columns, encoding, none, onePercent: false));
        // Workers that share one core would only measure context switches. Each run alternates with a run of a single worker.
        foreach (var count in workers.Where(count => count > 1 && Machine.Cores.Count > 1))
        {
            yield return Cell.SelfTimed(group, $"{label} write ×{count}", budget => WriteBySeveral(columns, encoding, count, budget), cores: count);
            yield return Cell.SelfTimed(group, $"{label} read ×{count}", budget => ReadBySeveral(columns, encoding, count, budget), cores: count);
        }

        yield return new Cell(group, $"{label} read 1 %", () => Read(columns, encoding, none, onePercent: true));
        yield return Cell.SelfTimed(group, $"{label}+LZ4 write", budget => Write(columns, encoding, BlockCompression.Lz4, budget));
        yield return new Cell(group, $"{label}+LZ4 read", () => Read(columns, encoding, BlockCompression.Lz4, onePercent: false));
    }

    public static string Group(int columns) => $"{columns} columns";

    /// <summary>Measures writing and closing. Deleting the file between runs is not timed.</summary>
    private static Measurement Write(int columns, ColumnEncoding encoding, BlockCompression compression, TimeBudget budget)
    {
        var file = new SeriesFile(new TimeSeries(Rows, columns, Bits), encoding, compression, workers: 1);
        long bytes = 0;
        return FileTimer.Measure(path => bytes = file.Write(path), Rows, budget) with
        {
            Facts = new Dictionary<string, double> { [BytesPerRow] = (double)bytes / Rows },
        };
    }

    private static Measurement WriteBySeveral(int columns, ColumnEncoding encoding, int workers, TimeBudget budget)
    {
        var series = new TimeSeries(Rows, columns, Bits);
        var one = new SeriesFile(series, encoding, BlockCompression.None, workers: 1);
        var several = new SeriesFile(series, encoding, BlockCompression.None, workers);
        return FileTimer.Measure(
            new NewFile(path => several.Write(path), workers).Time, new NewFile(path => one.Write(path)).Time, Rows, budget, workers);
    }

    private static Measurement ReadBySeveral(int columns, ColumnEncoding encoding, int workers, TimeBudget budget)
    {
        var series = new TimeSeries(Rows, columns, Bits);
        var one = new SeriesFile(series, encoding, BlockCompression.None, workers: 1);
        var several = new SeriesFile(series, encoding, BlockCompression.None, workers);
        var path = FileTimer.NewPath();
        one.Write(path);
        var measured = FileTimer.Measure(
            () => FileTimer.Time(() => several.Read(path)), () => FileTimer.Time(() => one.Read(path)), Rows, budget, workers);
        File.Delete(path);
        return measured;
    }

    private static Work Read(int columns, ColumnEncoding encoding, BlockCompression compression, bool onePercent)
    {
        var series = new TimeSeries(Rows, columns, Bits);
        var file = new SeriesFile(series, encoding, compression, workers: 1);
        var path = FileTimer.NewPath();
        file.Write(path);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => File.Delete(path);
        (long, long)? range = onePercent ? series.OnePercent : null;
        var expected = onePercent ? Rows / 100 : Rows;
        return new Work(
            () =>
            {
                if (file.Read(path, range) != expected)
                {
                    throw new InvalidOperationException("Rows are missing.");
                }
            },
            Items: Rows);
    }
}
