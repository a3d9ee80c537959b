using DuckDB.NET.Data;

namespace Blittable.Benchmarks.Questions;

/// <summary>Represents a DuckDB table, queried with one thread.</summary>
internal sealed class DuckDbTable : IDisposable
{
    private readonly DuckDBConnection _connection;

    private DuckDbTable(string source)
    {
        _connection = new DuckDBConnection($"Data Source={source}");
        _connection.Open();
        Execute("SET threads TO 1");
        Execute("SET TimeZone TO 'UTC'");
    }

    public static DuckDbTable Open(string path) => new($"{path};ACCESS_MODE=READ_ONLY");

    /// <summary>Loads JSON lines into a new database.</summary>
    public static void Load(string lines, string path, string columns) =>
        Make(path, [$"CREATE TABLE t AS SELECT * FROM read_json('{lines}', format = 'newline_delimited', columns = {columns})"]);

    /// <summary>Creates a database from SQL statements.</summary>
    /// <param name="source">The path, optionally followed by connection settings.</param>
    /// <param name="statements">The statements.</param>
    public static void Make(string source, IReadOnlyList<string> statements)
    {
        using var database = new DuckDbTable(source);
        foreach (var statement in statements)
        {
            database.Execute(statement);
        }

        database.Execute("CHECKPOINT");
    }

    /// <summary>Reads all result rows.</summary>
    public List<object?[]> Ask(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        var rows = new List<object?[]>();
        while (reader.Read())
        {
            var row = new object?[reader.FieldCount];
            reader.GetValues(row!);
            rows.Add(row);
        }

        return rows;
    }

    public void Dispose() => _connection.Dispose();

    private void Execute(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}
