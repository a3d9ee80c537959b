using Apache.Arrow.Ipc;
using DuckDB.NET.Data;

namespace Blittable.DuckDB.Results;

/// <summary>Runs SQL so that the rows can be imported as documents with exact values.</summary>
internal static class DocumentQuery
{
    /// <summary>Runs the statements.</summary>
    /// <returns>The rows of the last statement, or null if it has no rows.</returns>
    /// <exception cref="BlittableException">The SQL text has no statement, which the provider reports without a message.</exception>
    /// <exception cref="DuckDBException">The SQL text is invalid, or a statement failed.</exception>
    public static IArrowArrayStream? Run(DuckDBConnection connection, string sql)
    {
        if (SqlScript.IsEmpty(sql))
        {
            throw new BlittableException(BlittableErrorCode.InvalidQuery, "The SQL text has no statement.");
        }

        var (before, last) = SqlScript.Split(sql);
        if (before.Length > 0)
        {
            using var first = connection.CreateCommand();
            first.CommandText = before;
            first.ExecuteNonQuery();
        }

        var columns = Describe(connection, last);
        using var command = connection.CreateCommand();
        command.CommandText = columns.Any(column => column.Type.IsCast) ? Cast(last, columns) : last;
        IArrowArrayStream rows;
        try
        {
            rows = command.ExecuteArrowStream();
        }
        catch (InvalidOperationException) when (columns.Count == 0)
        {
            // The provider has run the statement, and reports that it has no rows.
            return null;
        }

        return columns.Count == 0 ? rows : new DocumentStream(rows, [.. columns.Select(column => column.Type)]);
    }

    /// <summary>Returns the names and types of the columns. Other statements than queries have none.</summary>
    private static List<(string Name, ResultType Type)> Describe(DuckDBConnection connection, string sql)
    {
        List<(string Name, ResultType Type)> columns = [];
        try
        {
            using var command = connection.CreateCommand();
            command.CommandText = $"DESCRIBE {sql}";
            using var types = command.ExecuteReader();
            while (types.Read())
            {
                columns.Add((types.GetString(0), ResultTypeParser.Parse(types.GetString(1))));
            }
        }
        catch (DuckDBException)
        {
            // The statement is not a query, or it is invalid, which its execution reports.
        }

        return columns;
    }

    /// <summary>Returns a query that casts the columns that need it. Their numbers name the columns, because names may occur several times.</summary>
    private static string Cast(string sql, List<(string Name, ResultType Type)> columns)
    {
        var values = columns.Select((column, index) => $"{(column.Type.IsCast ? $"CAST(c{index} AS {column.Type.Cast})" : $"c{index}")} AS \"{column.Name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"");

        // The line break ends a comment at the end of the query.
        return $"SELECT {string.Join(", ", values)} FROM ({sql}\n) AS t({string.Join(", ", columns.Select((_, index) => $"c{index}"))})";
    }
}
