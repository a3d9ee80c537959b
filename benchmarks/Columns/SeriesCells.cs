using Blittable.Benchmarks.Harness;
using Blittable.Collections;
using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>Measures a time series in a file. Writing creates a new file each time. Reading uses a memory-mapped file in the page cache.</summary>
internal static class SeriesCells
{
    public const string BytesPerRow = "bytes/row";

    /// <summary>The form without encoding and compression.</summary>
    public const string Plain = "PLAIN";

    /// <summary>The form with encoding and compression.</summary>
    public const string Compressed = $"{Ts2Diff}{WithLz4}";

    public const string WriteOperation = "write";

    /// <summary>Reading every column without using it.</summary>
    public const string ReadOperation = "read";

    /// <summary>Reading every column and computing the <see cref="SeriesSum"/>, which the other formats do too.</summary>
    public const string SumOperation = "sum";

    private const string Ts2Diff = "TS_2DIFF";
    private const string WithLz4 = "+LZ4";
    private const int Rows = 5_000_000;

    /// <summary>The full width of xorshift values, which no encoding can shrink: the speed is the worst case.</summary>
    private const int Bits = 64;

    /// <summary>Gets the names of the forms.</summary>
    public static IReadOnlyList<string> Forms { get; } = [Plain, Plain + WithLz4, Ts2Diff, Compressed];

    public static IEnumerable<Cell> Of(int columns, IReadOnlyList<int> workers)
    {
        var group = Group(columns);
        foreach (var form in Forms)
        {
            yield return Cell.SelfTimed(group, $"{form} {WriteOperation}", budget => Write(FileOf(form, NewSeries(columns)).Write, budget));
            yield return new Cell(group, $"{form} {ReadOperation}", () => Read(form, columns, onePercent: false));
            yield return new Cell(group, $"{form} {SumOperation}", () => Sum(NewSeries(columns), series => FileOf(form, series)));

            // Workers that share one core would only measure context switches. Each run alternates with a run of a single worker.
            foreach (var count in workers.Where(count => count > 1 && Machine.Cores.Count > 1))
            {
                yield return Cell.SelfTimed(group, $"{form} {WriteOperation} ×{count}", budget => WriteBySeveral(form, columns, count, budget), cores: count);
                yield return Cell.SelfTimed(group, $"{form} {ReadOperation} ×{count}", budget => ReadBySeveral(form, columns, count, budget), cores: count);
            }
        }

        yield return new Cell(group, $"{Plain} {ReadOperation} 1 %", () => Read(Plain, columns, onePercent: true));
        yield return new Cell(group, $"{Ts2Diff} {ReadOperation} 1 %", () => Read(Ts2Diff, columns, onePercent: true));
    }

    /// <summary>Measures the same rows in another format, including the sum of what it reads.</summary>
    public static IEnumerable<Cell> Of(int columns, SeriesPeer peer)
    {
        yield return Cell.SelfTimed(Group(columns), $"{peer.Name} {WriteOperation}", budget =>
        {
            var series = NewSeries(columns);
            return Write(path => Write(peer, series, path), budget);
        });
        yield return new Cell(Group(columns), $"{peer.Name} {SumOperation}", () =>
        {
            var series = NewSeries(columns);
            return Sum(series, path => Write(peer, series, path), path => peer.Sum(path, columns));
        });
    }

    public static string Group(int columns) => $"{columns} columns";

    /// <summary>Measures writing and closing. Deleting the file between runs is not timed.</summary>
    private static Measurement Write(Func<string, long> write, TimeBudget budget)
    {
        long bytes = 0;
        return FileTimer.Measure(path => bytes = write(path), Rows, budget) with
        {
            Facts = new Dictionary<string, double> { [BytesPerRow] = (double)bytes / Rows },
        };
    }

    private static long Write(SeriesPeer peer, TimeSeries series, string path)
    {
        peer.Write(series, path);
        return new FileInfo(path).Length;
    }

    private static Measurement WriteBySeveral(string form, int columns, int workers, TimeBudget budget)
    {
        var series = NewSeries(columns);
        var one = FileOf(form, series);
        var several = FileOf(form, series, workers);
        return FileTimer.Measure(
            new NewFile(path => several.Write(path), workers).Time, new NewFile(path => one.Write(path)).Time, Rows, budget, workers);
    }

    private static Measurement ReadBySeveral(string form, int columns, int workers, TimeBudget budget)
    {
        var series = NewSeries(columns);
        var one = FileOf(form, series);
        var several = FileOf(form, series, workers);
        var path = FileTimer.NewPath();
        one.Write(path);
        Check(one.Sum(path), series);
        Check(several.Sum(path), series);
        var measured = FileTimer.Measure(
            () => FileTimer.Time(() => several.Read(path)), () => FileTimer.Time(() => one.Read(path)), Rows, budget, workers);
        File.Delete(path);
        return measured;
    }

    private static Work Read(string form, int columns, bool onePercent)
    {
        var series = NewSeries(columns);
        var file = FileOf(form, series);
        var path = Written(file.Write);
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

    private static Work Sum(TimeSeries series, Func<TimeSeries, SeriesFile> newFile)
    {
        var file = newFile(series);
        return Sum(series, file.Write, file.Sum);
    }

    private static Work Sum(TimeSeries series, Func<string, long> write, Func<string, SeriesSum> sum)
    {
        var path = Written(write);
        Check(sum(path), series);
        return new Work(() => sum(path), Items: Rows);
    }

    /// <summary>Writes a file that is deleted when this process exits.</summary>
    private static string Written(Func<string, long> write)
    {
        var path = FileTimer.NewPath();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => File.Delete(path);
        write(path);
        return path;
    }

    private static void Check(SeriesSum sum, TimeSeries series)
    {
        if (sum != SeriesSum.Of(series))
        {
            throw new InvalidOperationException($"The rows that were read differ from those that were written: {sum} instead of {SeriesSum.Of(series)}.");
        }
    }

    private static TimeSeries NewSeries(int columns) => new(Rows, columns, Bits);

    private static SeriesFile FileOf(string form, TimeSeries series, int workers = 1) => new(
        series,
        form.StartsWith(Ts2Diff, StringComparison.Ordinal) ? ColumnEncoding.Ts2Diff : ColumnEncoding.Plain,
        form.EndsWith(WithLz4, StringComparison.Ordinal) ? BlockCompression.Lz4 : BlockCompression.None,
        workers);
}
