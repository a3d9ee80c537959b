using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>Represents a query over the events that runs against a collection, JSON lines, PostgreSQL and DuckDB.</summary>
/// <param name="Name">The name in tables.</param>
/// <param name="What">A description.</param>
/// <param name="Sql">The query in SQL, over a table or view <c>t</c>.</param>
/// <param name="Run">Runs the query against the collection with a number of workers. A lookup uses different keys in each turn.</param>
/// <param name="Rows">Returns the result from the collection. A lookup uses the keys of turn 0, which <paramref name="Sql"/> contains.</param>
internal sealed record EventQuery(string Name, string What, string Sql, Action<CollectionReader, int, int> Run, Func<CollectionReader, EventRows> Rows)
{
    /// <summary>Gets the SQL for DuckDB, which has no document operators.</summary>
    public string DuckDbSql { get; init; } = Sql;

    /// <summary>Gets a value that indicates whether the query is a published one. Published queries also run in PostgreSQL and in all layouts.</summary>
    public bool IsPublished => Name[0] is 'Q' or 'K';

    /// <summary>Gets the number of leading result columns that identify a row, or 0 if the result has one row.</summary>
    public int Keys { get; init; }

    /// <summary>Gets the zero-based column that the SQL orders by first, or null if the order is unspecified.</summary>
    public int? OrderedBy { get; init; }

    /// <summary>Gets the query over JSON lines, or null if it is not measured.</summary>
    public JsonQuery? AskJson { get; init; }

    /// <summary>Gets a value that indicates whether the query returns whole documents, which is done by one worker.</summary>
    public bool IsLookup { get; init; }
}
