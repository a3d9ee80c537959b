using DuckDB.NET.Data;

namespace Blittable.Benchmarks.Questions;

/// <summary>A table of DuckDB, asked with one thread.</summary>
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
    public static void Load(string lines, string path, string columns)
    {
        using var database = new DuckDbTable(path);
        database.Execute($"CREATE TABLE t AS SELECT * FROM read_json('{lines}', format = 'newline_delimited', columns = {columns})");
        database.Execute("CHECKPOINT");
    }

    /// <summary>Reads all rows of an answer.</summary>
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
