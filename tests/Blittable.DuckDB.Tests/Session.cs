using System.Globalization;
using DuckDB.NET.Data;

namespace Blittable.DuckDB.Tests;

/// <summary>A database in memory.</summary>
internal sealed class Session : IDisposable
{
    public Session()
    {
        Connection = new DuckDBConnection("Data Source=:memory:");
        Connection.Open();
    }

    public DuckDBConnection Connection { get; }

    /// <summary>The answer to a query: rows by lines, values by bars.</summary>
    public string Query(string sql)
    {
        using var command = Connection.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            rows.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount).Select(i => reader.IsDBNull(i) ? "NULL" : Convert.ToString(reader.GetValue(i), CultureInfo.InvariantCulture))));
        }

        return string.Join('\n', rows);
    }

    public void Dispose() => Connection.Dispose();
}
