using Blittable.Benchmarks.Columns;
using Blittable.Benchmarks.Harness;
using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>Loading the events, and asking the queries of a collection that is opened each time, of one that stays open, and of JSON lines.</summary>
internal static class EventCells
{
    public const string LoadGroup = "load";
    public const string Json = "JSON";
    public const string Packed = "pack";
    public const string PackedByTwo = "pack, two workers";
    public const string Opened = "opened";
    public const string Hot = "hot";

    /// <summary>What the result comes to: the same in all cells of a query.</summary>
    public const string Answer = "answer";
    public const string FileBytes = "file bytes";
    public const string JsonBytes = "JSON bytes";

    public static IEnumerable<Cell> OfLoading(EventFiles files)
    {
        yield return Cell.SelfTimed(LoadGroup, Json, budget => Load(files, _ => JsonTokens.Count(File.ReadAllBytes(files.Lines)), budget));
        yield return Cell.SelfTimed(LoadGroup, Packed, budget => Load(files, path => files.Pack(path, workers: 1), budget));
        yield return Cell.SelfTimed(LoadGroup, PackedByTwo, budget => Load(files, path => files.Pack(path, workers: 2), budget), cores: 2);
    }

    public static IEnumerable<Cell> Of(EventQuery query, EventFiles files)
    {
        yield return Cell.SelfTimed(query.Name, Json, budget => AskJson(query, files, budget));
        foreach (var workers in query.IsLookup ? (int[])[1] : [1, 2])
        {
            yield return new Cell(query.Name, NameOf(Opened, workers), () => AskOpened(query, files, workers)) { Cores = workers };
            yield return new Cell(query.Name, NameOf(Hot, workers), () => AskHot(query, files, workers)) { Cores = workers };
        }
    }

    /// <summary>The name of a cell with one worker or two.</summary>
    public static string NameOf(string cell, int workers) => $"{(workers == 1 ? "serial" : "parallel")}, {cell}";

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

    private static Measurement AskJson(EventQuery query, EventFiles files, TimeBudget budget)
    {
        double answer = 0;
        var measured = SlowWork.Measure(() => answer = query.AskJson(File.ReadAllBytes(files.Lines)), budget);
        return measured with { Facts = new Dictionary<string, double> { [Answer] = answer } };
    }

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
