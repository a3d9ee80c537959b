using System.Globalization;
using DuckDB.NET.Data;

namespace Blittable.DuckDB.Tests;

/// <summary>An in-memory database.</summary>
internal sealed class Session : IDisposable
{
    public Session()
    {
        Connection = new DuckDBConnection("Data Source=:memory:");
        Connection.Open();
    }

    public DuckDBConnection Connection { get; }

    /// <summary>Returns the answer to a query. Rows are separated by line breaks, values by bars.</summary>
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
