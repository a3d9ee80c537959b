using System.Diagnostics;
using Blittable.Benchmarks.Collections;
using Blittable.Benchmarks.Columns;
using Blittable.Benchmarks.Harness;
using Blittable.Benchmarks.Questions;
using Blittable.Collections;

namespace Blittable.Benchmarks.JsonBench;

/// <summary>Declares cells that load the events and run the questions in each form with one thread, from disk and from memory.</summary>
internal static class JsonBenchCells
{
    public const string LoadGroup = "load", Collection = "collection", Compressed = "collection, Zstandard", Parquet = "Parquet, Zstandard";

    private const string ColdSuffix = ", cold";

    public static IEnumerable<Cell> OfLoading(JsonBenchFiles files)
    {
        yield return OfFile(Collection, files, path => files.Pack(path));
        yield return OfFile(Compressed, files, path => files.Pack(path, BlockCompression.Zstandard));
        foreach (var form in JsonBenchForm.DuckDb)
        {
            yield return OfFile(form.Name, files, path => files.Load(form, path));
        }

        yield return Cell.SelfTimed(LoadGroup, Parquet, budget =>
        {
            var database = files.Database(JsonBenchForm.Typed);
            return EventCells.Load(files.Lines, path => DuckDbEvents.Export(database, path), budget);
        });
        if (EventCells.PostgresAddress is { } address)
        {
            yield return Cell.SelfTimed(
                LoadGroup,
                JsonBenchForm.Postgres.Name,
                _ => EventCells.LoadPostgres(files.Lines, address, files.Schema, () => files.OpenPostgres(address)));
        }
    }

    public static IEnumerable<Cell> Of(JsonBenchQuestion question, JsonBenchFiles files)
    {
        yield return new Cell(question.Name, Collection, () => AskHot(question, CollectionReader.Open(files.Collection)));
        foreach (var form in JsonBenchForm.DuckDb)
        {
            yield return new Cell(question.Name, form.Name, () => AskHot(question, form, DuckDbTable.Open(files.Database(form))));
        }

        if (EventCells.PostgresAddress is { } address)
        {
            yield return Cell.SelfTimed(question.Name, JsonBenchForm.Postgres.Name, budget =>
            {
                using var database = files.OpenPostgres(address);
                return SlowWork.Measure(() => database.Read(question.Sql(JsonBenchForm.Postgres)), budget);
            });
        }

        yield return Cell.SelfTimed(question.Name, Cold(Collection), budget => AskCold(files.Collection, budget, path =>
        {
            using var reader = CollectionReader.Open(path);
            question.Ask(reader);
        }));
        foreach (var form in JsonBenchForm.DuckDb)
        {
            yield return Cell.SelfTimed(question.Name, Cold(form.Name), budget => AskCold(files.Database(form), budget, path =>
            {
                using var database = DuckDbTable.Open(path);
                database.Ask(question.Sql(form));
            }));
        }
    }

    /// <summary>Returns the name of the cell that reads from the disk.</summary>
    public static string Cold(string name) => name + ColdSuffix;

    private static Cell OfFile(string name, JsonBenchFiles files, Action<string> load) =>
        Cell.SelfTimed(LoadGroup, name, budget => EventCells.Load(files.Lines, load, budget));

    private static Work AskHot(JsonBenchQuestion question, CollectionReader reader) => new(() => question.Ask(reader));

    private static Work AskHot(JsonBenchQuestion question, JsonBenchForm form, DuckDbTable database)
    {
        var sql = question.Sql(form);
        return new Work(() => database.Ask(sql));
    }

    /// <summary>Measures opening and querying a file that is not in memory. The code has run before.</summary>
    private static Measurement AskCold(string path, TimeBudget budget, Action<string> ask)
    {
        ask(path);
        return FileTimer.Measure(
            () =>
            {
                PageCache.Drop(path);
                return FileTimer.Time(() => ask(path));
            },
            beside: null, items: 1, budget);
    }
}
