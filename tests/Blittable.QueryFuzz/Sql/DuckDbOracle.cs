using System.Text.Json;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;
using DuckDB.NET.Data;

namespace Blittable.QueryFuzz.Sql;

/// <summary>Checks the naive evaluation against DuckDB for the parts of queries that have SQL, over the same documents.</summary>
internal sealed class DuckDbOracle : IDisposable
{
    private readonly DuckDBConnection _connection = new("Data Source=:memory:");
    private readonly Dictionary<string, PathFacts> _facts = [];
    private List<JsonElement> _documents = [];
    private bool _hasDuplicates;

    public DuckDbOracle()
    {
        _connection.Open();
        Execute("SET threads TO 1");
    }

    /// <summary>Gets the number of queries that DuckDB answered.</summary>
    public long Answered { get; private set; }

    /// <summary>Gets the number of queries without SQL, or with another meaning in DuckDB.</summary>
    public long Skipped { get; private set; }

    /// <summary>Gets the number of queries that DuckDB rejected.</summary>
    public long Refused { get; private set; }

    /// <summary>Loads the documents of a collection. If an object has a name twice, DuckDB finds the first value.</summary>
    public void Load(List<JsonElement> documents)
    {
        (_documents, _hasDuplicates) = (documents, documents.Exists(HasDuplicates));
        _facts.Clear();
        Execute("CREATE OR REPLACE TABLE t (doc JSON)");
        using var appender = _connection.CreateAppender("t");
        foreach (var document in documents)
        {
            appender.CreateRow().AppendValue(document.GetRawText()).EndRow();
        }
    }

    /// <summary>Compares both answers for the part of a query that has SQL.</summary>
    /// <returns>null if the answers are equal or the query has no SQL; otherwise, the difference.</returns>
    public string? Difference(QueryModel query)
    {
        string sql;
        try
        {
            query = _hasDuplicates ? throw new NotInSqlException() : SqlQuery.Writable(query, FactsOf);
            sql = SqlQuery.Write(query, FactsOf);
        }
        catch (NotInSqlException)
        {
            Skipped++;
            return null;
        }

        List<string> found;
        try
        {
            found = [.. Read(sql).Order(StringComparer.Ordinal)];
        }
        catch (DuckDBException)
        {
            // For example, DuckDB does not accept numbers beyond its range as JSON.
            Refused++;
            return null;
        }

        Answered++;
        var expected = NaiveQuery.Run(query, _documents).Rows.Select(row => string.Join(" | ", row.Select(Cell))).Order(StringComparer.Ordinal).ToList();
        return expected.SequenceEqual(found) ? null : $"{sql}\nnaive\n    {string.Join("\n    ", expected.Except(found).Take(5))}\nDuckDB\n    {string.Join("\n    ", found.Except(expected).Take(5))}";
    }

    public void Dispose() => _connection.Dispose();

    private static string Cell(Value value) => value.Kind switch
    {
        Kind.Number => $"n{value.Number}",
        Kind.String => $"s{value.Text}",
        Kind.Boolean => value.Number.IsZero ? "bfalse" : "btrue",
        _ => "null",
    };

    private static bool HasDuplicates(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Array => value.EnumerateArray().Any(HasDuplicates),
        JsonValueKind.Object => value.EnumerateObject().GroupBy(property => property.Name).Any(group => group.Count() > 1) || value.EnumerateObject().Any(property => HasDuplicates(property.Value)),
        _ => false,
    };

    private PathFacts FactsOf(PathModel path)
    {
        if (!_facts.TryGetValue(path.Text, out var facts))
        {
            _facts.Add(path.Text, facts = PathFacts.Of(path, _documents));
        }

        return facts;
    }

    private List<string> Read(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        var rows = new List<string>();
        while (reader.Read())
        {
            rows.Add(string.Join(" | ", Enumerable.Range(0, reader.FieldCount).Select(column => reader.IsDBNull(column) ? "null" : Canonical(reader.GetString(column)))));
        }

        return rows;
    }

    /// <summary>Returns a unique text for each number.</summary>
    private static string Canonical(string cell) => cell[0] == 'n' ? $"n{NaiveNumber.Parse(cell[1..])}" : cell;

    private void Execute(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}
