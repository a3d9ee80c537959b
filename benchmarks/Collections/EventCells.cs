using System.Diagnostics;
using Blittable.Benchmarks.Columns;
using Blittable.Benchmarks.Harness;
using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>Declares cells that load the events and run the queries: over a collection opened each time, a collection that stays open, JSON lines, and
/// DuckDB.</summary>
internal static class EventCells
{
    public const string LoadGroup = "load";
    public const string Json = "JSON";
    public const string Packed = "pack";
    public const string DuckDb = "DuckDB";
    public const string Parquet = "DuckDB, Parquet";
    public const string Postgres = "PostgreSQL";
    public const string Opened = "opened";
    public const string Hot = "hot";

    /// <summary>The number of result rows. <see cref="EventAnswers"/> compares the rows.</summary>
    public const string Answer = "rows";
    public const string FileBytes = "file bytes";
    public const string JsonBytes = "JSON bytes";

    /// <summary>The layouts other than <see cref="CollectionLayout.Columns"/>, in which the published queries run too.</summary>
    private static readonly CollectionLayout[] s_otherLayouts = [CollectionLayout.Rows, CollectionLayout.Hybrid];

    /// <param name="files">The events.</param>
    /// <param name="workers">The numbers of workers with which each cell is measured.</param>
    public static IEnumerable<Cell> OfLoading(EventFiles files, IReadOnlyList<int> workers)
    {
        yield return Cell.SelfTimed(LoadGroup, Json, budget => Load(files.Lines, _ => JsonTokens.Count(File.ReadAllBytes(files.Lines)), budget));
        foreach (var count in workers)
        {
            yield return Cell.SelfTimed(LoadGroup, NameOf(Packed, count), budget => Load(files.Lines, path => files.Pack(path, count), budget), cores: count);
            yield return Cell.SelfTimed(
                LoadGroup, NameOf(DuckDb, count), budget => Load(files.Lines, path => DuckDbEvents.Load(files.Lines, path, count), budget), cores: count);
        }

        foreach (var layout in s_otherLayouts)
        {
            yield return Cell.SelfTimed(LoadGroup, PackedAs(layout), budget => Load(files.Lines, path => files.Pack(path, workers: 1, layout), budget));
        }

        if (PostgresAddress is { } address)
        {
            yield return Cell.SelfTimed(LoadGroup, Postgres, _ => LoadPostgres(files.Lines, address, files.Schema, () => files.OpenPostgres(address)));
        }

        yield return Cell.SelfTimed(
            LoadGroup, Parquet,
            budget =>
            {
                var database = files.Database;
                return Load(files.Lines, path => DuckDbEvents.Export(database, path), budget);
            });
    }

    public static IEnumerable<Cell> Of(EventQuery query, EventFiles files, IReadOnlyList<int> workers)
    {
        if (query.AskJson is { } askJson)
        {
            yield return Cell.SelfTimed(query.Name, Json, budget => AskJson(askJson, files, budget));
        }

        foreach (var count in query.IsLookup ? [1] : workers)
        {
            yield return new Cell(query.Name, NameOf(Opened, count), () => AskOpened(query, files, count)) { Cores = count };
            yield return new Cell(query.Name, NameOf(Hot, count), () => AskHot(query, files.Collection, count)) { Cores = count };
            yield return new Cell(query.Name, NameOf(DuckDb, count), () => AskDuckDb(query, DuckDbEvents.Open(files.Database, count))) { Cores = count };
            yield return new Cell(query.Name, NameOf(Parquet, count), () => AskDuckDb(query, DuckDbEvents.OpenParquet(files.Parquet, count)))
            {
                Cores = count,
            };
        }

        if (query.IsPublished)
        {
            foreach (var layout in s_otherLayouts)
            {
                yield return new Cell(query.Name, NameOf(layout), () => AskHot(query, files.CollectionOf(layout), workers: 1));
            }

            if (PostgresAddress is { } address)
            {
                yield return new Cell(query.Name, Postgres, () => AskPostgres(query, files.OpenPostgres(address)));
            }
        }
    }

    /// <summary>Gets the address of a PostgreSQL server, or null if none is configured.</summary>
    public static string? PostgresAddress => Environment.GetEnvironmentVariable(Storage.PostgresDatabase.Variable) is { Length: > 0 } address ? address : null;

    /// <summary>Returns the name of the cell of a layout.</summary>
    public static string NameOf(CollectionLayout layout) => $"{Hot}, {layout.ToString().ToLowerInvariant()}";

    /// <summary>Returns the name of the cell that loads a collection in a layout.</summary>
    public static string PackedAs(CollectionLayout layout) => $"{Packed}, {layout.ToString().ToLowerInvariant()}";

    /// <summary>Returns the name of a cell with a number of workers.</summary>
    public static string NameOf(string cell, int workers) => workers == 1 ? cell : $"{cell}, {workers} workers";

    /// <summary>Measures loading JSON lines into a new file, which is then deleted.</summary>
    /// <returns>The time, with the sizes of the file and of the lines in bytes.</returns>
    public static Measurement Load(string lines, Action<string> load, TimeBudget budget)
    {
        long bytes = 0;
        var jsonBytes = new FileInfo(lines).Length;
        var measured = SlowWork.Measure(
            () =>
            {
                var path = FileTimer.NewPath();
                load(path);
                if (File.Exists(path))
                {
                    bytes = new FileInfo(path).Length;
                    File.Delete(path);
                }
            },
            budget);
        return measured with { Bytes = jsonBytes, Facts = new Dictionary<string, double> { [FileBytes] = bytes, [JsonBytes] = jsonBytes } };
    }

    /// <summary>Measures loading JSON lines into a PostgreSQL table once, with its indexes and statistics. The table stays for the queries.</summary>
    /// <param name="lines">The path of the lines.</param>
    /// <param name="address">The connection string.</param>
    /// <param name="schema">The schema of the table, which is dropped first.</param>
    /// <param name="open">Loads the table and opens it.</param>
    public static Measurement LoadPostgres(string lines, string address, string schema, Func<PostgresEvents> open)
    {
        PostgresEvents.Drop(address, schema);
        var jsonBytes = new FileInfo(lines).Length;
        var start = Stopwatch.GetTimestamp();
        using var database = open();
        return Measurement.Of([Stopwatch.GetElapsedTime(start).TotalNanoseconds]) with
        {
            Bytes = jsonBytes,
            Facts = new Dictionary<string, double> { [FileBytes] = database.Bytes, [JsonBytes] = jsonBytes },
        };
    }

    private static Measurement AskJson(JsonQuery query, EventFiles files, TimeBudget budget)
    {
        var rows = 0;
        var measured = SlowWork.Measure(() => rows = query(File.ReadAllBytes(files.Lines)).Count, budget);
        return measured with { Facts = FactsOf(rows) };
    }

    private static Work AskPostgres(EventQuery query, PostgresEvents database) => new(() => database.Read(query)) { Facts = FactsOf(database.Read(query).Count) };

    private static Work AskDuckDb(EventQuery query, DuckDbEvents database) => new(() => database.Read(query)) { Facts = FactsOf(database.Read(query).Count) };

    private static Dictionary<string, double> FactsOf(int rows) => new() { [Answer] = rows };

    private static Work AskOpened(EventQuery query, EventFiles files, int workers)
    {
        var path = files.Collection;
        return Asked(query, workers, ask =>
        {
            using var reader = CollectionReader.Open(path);
            ask(reader);
        });
    }

    private static Work AskHot(EventQuery query, string path, int workers)
    {
        var reader = CollectionReader.Open(path);
        return Asked(query, workers, ask => ask(reader));
    }

    private static Work Asked(EventQuery query, int workers, Action<Action<CollectionReader>> open)
    {
        var rows = 0;
        open(reader => rows = query.Rows(reader).Count);
        var turn = 0;
        return new Work(() => open(reader => query.Run(reader, workers, turn++))) { Facts = FactsOf(rows) };
    }
}
