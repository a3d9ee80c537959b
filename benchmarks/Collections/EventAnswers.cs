using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>Compares the results of collections in each layout with the results of other systems, row by row, including labels and order.</summary>
internal static class EventAnswers
{
    /// <summary>Runs queries in all systems and compares the results.</summary>
    /// <exception cref="InvalidOperationException">Two systems return different results for a query.</exception>
    public static void RequireEqual(IReadOnlyList<EventQuery> queries, EventFiles files)
    {
        using var duckDb = DuckDbEvents.Open(files.Database, 1);
        using var parquet = DuckDbEvents.OpenParquet(files.Parquet, 1);
        using var postgres = EventCells.PostgresAddress is { } address ? PostgresEvents.Open(address, files.Lines, $"events_{files.Rows}") : null;
        using var rows = CollectionReader.Open(files.CollectionOf(CollectionLayout.Rows));
        using var columns = CollectionReader.Open(files.Collection);
        using var hybrid = CollectionReader.Open(files.CollectionOf(CollectionLayout.Hybrid));
        var lines = File.ReadAllBytes(files.Lines);
        foreach (var query in queries)
        {
            var answer = query.Rows(columns);
            Require(query, answer, "DuckDB", new EventRows(duckDb.Read(query)));
            Require(query, answer, "DuckDB, Parquet", new EventRows(parquet.Read(query)));
            if (query.AskJson is { } askJson)
            {
                Require(query, answer, "JSON", askJson(lines));
            }

            if (query.IsPublished)
            {
                Require(query, answer, "rows", query.Rows(rows));
                Require(query, answer, "hybrid", query.Rows(hybrid));
            }

            if (query.IsPublished && postgres is not null)
            {
                Require(query, answer, EventCells.Postgres, new EventRows(postgres.Read(query)));
            }
        }
    }

    /// <exception cref="InvalidOperationException">The results differ.</exception>
    private static void Require(EventQuery query, EventRows columns, string name, EventRows other)
    {
        if (columns.Difference(other, query) is { } difference)
        {
            throw new InvalidOperationException($"{query.Name}: columns and {name} differ in {difference}.");
        }
    }
}
