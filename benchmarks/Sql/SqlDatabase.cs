using Blittable.Benchmarks.Collections;
using Blittable.Benchmarks.Questions;
using Blittable.Collections;
using Blittable.Datasets;
using Blittable.DuckDB;
using DuckDB.NET.Data;

namespace Blittable.Benchmarks.Sql;

/// <summary>Represents an in-memory database with views of the data sets, queried with one thread.</summary>
internal sealed class SqlDatabase : IDisposable
{
    private static readonly QuestionData s_orders = new(
        "orders",
        """
        {o_orderkey: 'INTEGER', o_custkey: 'INTEGER', o_orderstatus: 'VARCHAR', o_totalprice: 'DECIMAL(12,2)', o_orderdate: 'DATE', o_orderpriority: 'VARCHAR',
        o_clerk: 'VARCHAR'}
        """,
        (stream, rows) => Orders.Write(stream, rows),
        CollectionOptions.Default with { Layout = CollectionLayout.Columns },
        _ => []);

    /// <summary>The data sets. An order has four lines on average.</summary>
    private static readonly (string Name, QuestionData Data, int Share)[] s_data =
        [("lineitem", LineitemQuestions.Data, 1), ("orders", s_orders, 4), ("nested", OrderQuestions.Data, 4)];

    private readonly DuckDBConnection _connection = new("Data Source=:memory:");

    private SqlDatabase()
    {
        _connection.Open();
        Execute("SET threads TO 1");
        Execute("SET TimeZone TO 'UTC'");
    }

    /// <summary>Opens the data sets, and creates their files on first use.</summary>
    /// <param name="form">The form of the data sets.</param>
    /// <param name="rows">The number of rows of <c>lineitem</c>.</param>
    public static SqlDatabase Open(SqlForm form, int rows)
    {
        var database = new SqlDatabase();
        if (form == SqlForm.Collections)
        {
            database._connection.RegisterBlittable();
        }

        foreach (var (name, data, share) in s_data)
        {
            var count = Math.Max(1, rows / share);
            database.Execute($"CREATE VIEW {name} AS SELECT * FROM {database.SourceOf(form, name, data, count)}");
        }

        return database;
    }

    /// <summary>Reads all result rows.</summary>
    public List<object?[]> Ask(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        List<object?[]> rows = [];
        while (reader.Read())
        {
            var row = new object?[reader.FieldCount];
            reader.GetValues(row!);
            rows.Add(row);
        }

        return rows;
    }

    public void Dispose() => _connection.Dispose();

    private string SourceOf(SqlForm form, string name, QuestionData data, int rows)
    {
        switch (form)
        {
            case SqlForm.Collections:
                return $"read_blittable('{data.Collection(rows)}')";
            case SqlForm.Parquet:
                return $"read_parquet('{Parquet(data, rows)}')";
            default:
                Execute($"ATTACH '{data.Database(rows)}' AS {name}_tables (READ_ONLY)");
                return $"{name}_tables.t";
        }
    }

    private static string Parquet(QuestionData data, int rows) => GeneratedFile.Get($"sql-{data.Kind}-{rows}.parquet", path =>
    {
        using var source = new SqlDatabase();
        source.Execute($"ATTACH '{data.Database(rows)}' AS source (READ_ONLY)");
        source.Execute($"COPY source.t TO '{path}' (FORMAT parquet, COMPRESSION zstd)");
    });

    private void Execute(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}
