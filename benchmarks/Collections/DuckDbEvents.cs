using DuckDB.NET.Data;

namespace Blittable.Benchmarks.Collections;

/// <summary>Represents the events in DuckDB, either in its own table or read from a Parquet file.</summary>
internal sealed class DuckDbEvents : IDisposable
{
    /// <summary>The columns of the table, in the property order of the documents.</summary>
    private const string Columns =
        """
        {id: 'BIGINT', created_at: 'TIMESTAMP', event_date: 'DATE', user_id: 'INTEGER', session_id: 'VARCHAR', amount: 'DECIMAL(12,4)', price: 'DOUBLE',
        quantity: 'INTEGER', duration_ms: 'INTEGER', score: 'DOUBLE', country_code: 'VARCHAR', browser: 'VARCHAR', url: 'VARCHAR', is_mobile: 'BOOLEAN',
        event_type: 'VARCHAR', metadata: 'STRUCT(os VARCHAR, campaign VARCHAR, referrer VARCHAR, language VARCHAR, screen_width INTEGER,
        logged_in BOOLEAN, version INTEGER)', tags: 'VARCHAR[]'}
        """;

    private readonly DuckDBConnection _connection;

    private DuckDbEvents(string source, int threads)
    {
        _connection = new DuckDBConnection($"Data Source={source}");
        _connection.Open();
        Execute($"SET threads TO {threads}");
    }

    /// <summary>Loads JSON lines into a new database.</summary>
    public static void Load(string lines, string path, int threads)
    {
        using var database = new DuckDbEvents(path, threads);
        database.Execute($"CREATE TABLE t AS SELECT * FROM read_json('{lines}', format = 'newline_delimited', columns = {Columns})");
        database.Execute("CHECKPOINT");
    }

    /// <summary>Writes the table of a database to a Parquet file with zstd compression.</summary>
    public static void Export(string database, string path)
    {
        using var source = Open(database, 1);
        source.Execute($"COPY t TO '{path}' (FORMAT parquet, COMPRESSION zstd)");
    }

    public static DuckDbEvents Open(string path, int threads) => new($"{path};ACCESS_MODE=READ_ONLY", threads);

    public static DuckDbEvents OpenParquet(string path, int threads)
    {
        var database = new DuckDbEvents(":memory:", threads);
        database.Execute($"CREATE VIEW t AS SELECT * FROM read_parquet('{path}')");
        return database;
    }

    /// <summary>Reads all result rows of a query.</summary>
    public List<object?[]> Read(EventQuery query)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = query.DuckDbSql;
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
