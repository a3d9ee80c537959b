using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>A query over the events, asked of a collection, of JSON lines, of PostgreSQL and of DuckDB.</summary>
/// <param name="Name">The name in the tables.</param>
/// <param name="What">A description.</param>
/// <param name="Sql">The query in SQL, over a table or view <c>t</c>.</param>
/// <param name="Run">Asks the collection with a number of workers; a lookup uses other keys in each turn.</param>
/// <param name="Rows">Returns the answer of the collection; a lookup uses the keys of turn 0, which are those in <paramref name="Sql"/>.</param>
internal sealed record EventQuery(string Name, string What, string Sql, Action<CollectionReader, int, int> Run, Func<CollectionReader, EventRows> Rows)
{
    /// <summary>Gets the text for DuckDB, which has no operators for documents.</summary>
    public string DuckDbSql { get; init; } = Sql;

    /// <summary>Gets a value that indicates whether the query is one of the published ones, which are asked of PostgreSQL and of all layouts.</summary>
    public bool IsPublished => Name[0] is 'Q' or 'K';

    /// <summary>Gets the first columns of the answer, which name a row; none if there is one row.</summary>
    public int Keys { get; init; }

    /// <summary>Gets the column that the SQL orders by first, from 0; null if it leaves the order open.</summary>
    public int? OrderedBy { get; init; }

    /// <summary>Gets the query over JSON lines; null if that is not measured.</summary>
    public JsonQuery? AskJson { get; init; }

    /// <summary>Gets a value that indicates whether the query finds whole documents, which takes one worker.</summary>
    public bool IsLookup { get; init; }
}
