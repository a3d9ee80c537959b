using System.Globalization;
using System.Numerics;
using DuckDB.NET.Data;

namespace Blittable.Benchmarks.Collections;

/// <summary>The events in DuckDB: as a table of its own, or read from a Parquet file.</summary>
internal sealed class DuckDbEvents : IDisposable
{
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
        database.Execute($"CREATE TABLE events AS SELECT * FROM read_json('{lines}', format = 'newline_delimited')");
        database.Execute("CHECKPOINT");
    }

    /// <summary>Writes the table of a database to a Parquet file, compressed with zstd.</summary>
    public static void Export(string database, string path)
    {
        using var source = Open(database, 1);
        source.Execute($"COPY events TO '{path}' (FORMAT parquet, COMPRESSION zstd)");
    }

    public static DuckDbEvents Open(string path, int threads) => new($"{path};ACCESS_MODE=READ_ONLY", threads);

    public static DuckDbEvents OpenParquet(string path, int threads)
    {
        var database = new DuckDbEvents(":memory:", threads);
        database.Execute($"CREATE VIEW events AS SELECT * FROM read_parquet('{path}')");
        return database;
    }

    /// <summary>The sum of all numbers that a query's result has but the keys.</summary>
    public double Sum(EventQuery query)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = query.Sql;
        using var reader = command.ExecuteReader();
        double sum = 0;
        while (reader.Read())
        {
            for (var column = query.Keys; column < reader.FieldCount; column++)
            {
                sum += reader.GetValue(column) switch
                {
                    BigInteger large => (double)large,
                    DBNull => 0,
                    var value => Convert.ToDouble(value, CultureInfo.InvariantCulture),
                };
            }
        }

        return sum;
    }

    public void Dispose() => _connection.Dispose();

    private void Execute(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}
