using Blittable.Benchmarks.Columns;
using Blittable.Benchmarks.Harness;
using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>Loading the events, and asking the queries of a collection that is opened each time, of one that stays open, of JSON lines, and of DuckDB.</summary>
internal static class EventCells
{
    public const string LoadGroup = "load";
    public const string Json = "JSON";
    public const string Packed = "pack";
    public const string DuckDb = "DuckDB";
    public const string Parquet = "DuckDB, Parquet";
    public const string Opened = "opened";
    public const string Hot = "hot";

    /// <summary>What the result comes to: the same in all cells of a query.</summary>
    public const string Answer = "answer";
    public const string FileBytes = "file bytes";
    public const string JsonBytes = "JSON bytes";

    /// <param name="files">The events.</param>
    /// <param name="workers">How many workers each cell is measured with.</param>
    public static IEnumerable<Cell> OfLoading(EventFiles files, IReadOnlyList<int> workers)
    {
        yield return Cell.SelfTimed(LoadGroup, Json, budget => Load(files, _ => JsonTokens.Count(File.ReadAllBytes(files.Lines)), budget));
        foreach (var count in workers)
        {
            yield return Cell.SelfTimed(LoadGroup, NameOf(Packed, count), budget => Load(files, path => files.Pack(path, count), budget), cores: count);
            yield return Cell.SelfTimed(
                LoadGroup, NameOf(DuckDb, count), budget => Load(files, path => DuckDbEvents.Load(files.Lines, path, count), budget), cores: count);
        }

        yield return Cell.SelfTimed(
            LoadGroup, Parquet,
            budget =>
            {
                var database = files.Database;
                return Load(files, path => DuckDbEvents.Export(database, path), budget);
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
            yield return new Cell(query.Name, NameOf(Hot, count), () => AskHot(query, files, count)) { Cores = count };
            if (query.Sql.Length > 0)
            {
                yield return new Cell(query.Name, NameOf(DuckDb, count), () => AskDuckDb(query, DuckDbEvents.Open(files.Database, count))) { Cores = count };
                yield return new Cell(query.Name, NameOf(Parquet, count), () => AskDuckDb(query, DuckDbEvents.OpenParquet(files.Parquet, count)))
                {
                    Cores = count,
                };
            }
        }
    }

    /// <summary>The name of a cell with some workers.</summary>
    public static string NameOf(string cell, int workers) => workers == 1 ? cell : $"{cell}, {workers} workers";

    private static Measurement Load(EventFiles files, Action<string> load, TimeBudget budget)
    {
        long bytes = 0;
        var jsonBytes = new FileInfo(files.Lines).Length;
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

    private static Measurement AskJson(JsonQuery query, EventFiles files, TimeBudget budget)
    {
        double answer = 0;
        var measured = SlowWork.Measure(() => answer = query(File.ReadAllBytes(files.Lines)), budget);
        return measured with { Facts = new Dictionary<string, double> { [Answer] = answer } };
    }

    private static Work AskDuckDb(EventQuery query, DuckDbEvents database) =>
        new(() => database.Sum(query)) { Facts = new Dictionary<string, double> { [Answer] = database.Sum(query) } };

    private static Work AskOpened(EventQuery query, EventFiles files, int workers)
    {
        var path = files.Collection;
        return Asked(query, workers, ask =>
        {
            using var reader = CollectionReader.Open(path);
            return ask(reader);
        });
    }

    private static Work AskHot(EventQuery query, EventFiles files, int workers)
    {
        var reader = CollectionReader.Open(files.Collection);
        return Asked(query, workers, ask => ask(reader));
    }

    private static Work Asked(EventQuery query, int workers, Func<Func<CollectionReader, double>, double> open)
    {
        var answer = open(reader => query.Ask(reader, workers, 0));
        var turn = 0;
        return new Work(() => open(reader => query.Ask(reader, workers, turn++))) { Facts = new Dictionary<string, double> { [Answer] = answer } };
    }
}
