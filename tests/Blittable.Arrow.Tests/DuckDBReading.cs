using System.Globalization;
using System.Text;
using System.Text.Json;
using DuckDB.NET.Data;

namespace Blittable.Arrow.Tests;

/// <summary>Reads a Parquet file with DuckDB and compares it with documents, value by value.</summary>
internal sealed class DuckDBReading : IDisposable
{
    private readonly DuckDBConnection _connection = new("Data Source=:memory:");
    private readonly string _file;

    public DuckDBReading(string file)
    {
        _file = file.Replace("'", "''", StringComparison.Ordinal);
        _connection.Open();
        Columns = [.. Rows($"DESCRIBE SELECT * FROM read_parquet('{_file}')").Select(row => (row[0]!, DuckDBType.Parse(row[1]!)))];
    }

    /// <summary>Gets the columns.</summary>
    public IReadOnlyList<(string Name, DuckDBType Type)> Columns { get; }

    /// <summary>Returns the values of documents that differ from the file.</summary>
    /// <returns>One line per value, with its row and column.</returns>
    public IEnumerable<string> Differences(IReadOnlyList<string> documents)
    {
        // Reads each leaf as DuckDB's text, so the result does not depend on how DuckDB writes JSON.
        var selected = Columns.Select(column => $"to_json(CAST({Quote(column.Name)} AS {column.Type.WithTexts()}))::VARCHAR");
        var row = 0;
        foreach (var values in Rows($"SELECT {string.Join(", ", selected)} FROM read_parquet('{_file}')"))
        {
            if (row == documents.Count)
            {
                yield return $"row {row} is missing";
                yield break;
            }

            using var document = JsonDocument.Parse(documents[row]);
            for (var i = 0; i < Columns.Count; i++)
            {
                var (name, type) = Columns[i];
                using var expected = JsonDocument.Parse(values[i] ?? "null");
                if (!document.RootElement.TryGetProperty(name, out var actual))
                {
                    yield return $"row {row}: no column {name}";
                }
                else if (!DuckDBValue.Equal(type, expected.RootElement, actual))
                {
                    yield return $"row {row}, {name} {type}: expected {Cut(values[i])}, found {Cut(actual.GetRawText())}";
                }
            }

            row++;
        }

        if (row < documents.Count)
        {
            yield return $"{documents.Count - row} rows too many";
        }
    }

    public void Dispose() => _connection.Dispose();

    private static string Cut(string? text) => text is { Length: > 120 } ? text[..120] : text ?? "null";

    private static string Quote(string name) => $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    private IEnumerable<string?[]> Rows(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        while (reader.Read())
        {
            yield return [.. Enumerable.Range(0, reader.FieldCount).Select(i => reader.IsDBNull(i) ? null : Convert.ToString(reader.GetValue(i), CultureInfo.InvariantCulture))];
        }
    }
}
