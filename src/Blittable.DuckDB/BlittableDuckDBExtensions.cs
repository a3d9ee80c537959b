using Apache.Arrow.Ipc;
using Blittable.Collections;
using Blittable.DuckDB.Registration;
using Blittable.DuckDB.Results;
using Blittable.DuckDB.Tables;
using DuckDB.NET.Data;

namespace Blittable.DuckDB;

/// <summary>Provides extension methods to query collections as DuckDB tables.</summary>
/// <remarks>
/// Each top-level property is a column. Its type is BIGINT, DECIMAL, DOUBLE, BOOLEAN, DATE, TIMESTAMP, TIMESTAMP WITH TIME ZONE, VARCHAR, STRUCT or LIST if all
/// values have that type, and JSON otherwise. Fields of structs and elements of lists are typed by the same rule. Absent properties and nulls are NULL. A query
/// reads only the columns that it uses. If names differ only in the case of ASCII letters, a number follows the later ones. If there are more than 2,000 names,
/// those that are not stored in columns may be missing. docs/SQL.md specifies the types.
/// </remarks>
public static class BlittableDuckDBExtensions
{
    /// <summary>
    /// Adds the table function <c>read_blittable(path)</c> to the database of a connection. The argument <c>document := true</c> adds the column
    /// <c>document</c> with the JSON of each document. The argument <c>nested_as_json := true</c> returns objects and arrays as JSON instead of STRUCT and LIST.
    /// The argument <c>condition := '$.total > 100'</c> reads only the documents that match a condition (<see cref="Filter.Parse"/>), and skips chunks as queries
    /// of collections do.
    /// </summary>
    /// <remarks>The first use of a file reads all values to determine the column types. If the file has changed, the next use determines them again.</remarks>
    /// <param name="connection">The connection, which must be open.</param>
    public static void RegisterBlittable(this DuckDBConnection connection)
    {
        ArgumentNullException.ThrowIfNull(connection);
        CollectionFunction.Register(connection, "read_blittable", new FileTables());
    }

    /// <summary>Creates a temporary view of a collection with typed columns.</summary>
    /// <param name="connection">The connection, which must be open.</param>
    /// <param name="name">The name of the view. An existing view with this name is replaced.</param>
    /// <param name="reader">The collection, which must stay open while the view is in use.</param>
    /// <param name="includeDocument">true to add the column <c>document</c> with the JSON of each document; otherwise, false.</param>
    /// <param name="nestedAsJson">true to return objects and arrays as JSON; false to return them as STRUCT and LIST.</param>
    /// <remarks>
    /// The column types are determined from all values. After a refresh of the reader, the next query determines the columns again. A query that was
    /// prepared before the refresh fails.
    /// </remarks>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    /// <exception cref="DuckDBException">The connection is closed, or a table with this name exists.</exception>
    public static void AttachCollection(this DuckDBConnection connection, string name, CollectionReader reader, bool includeDocument = false, bool nestedAsJson = false)
    {
        ArgumentNullException.ThrowIfNull(connection);
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(reader);
        var function = $"blittable_{Guid.NewGuid():N}";
        CollectionFunction.Register(connection, function, new OneTable(CollectionTable.Of(reader)));
        using var command = connection.CreateCommand();
        command.CommandText = $"CREATE OR REPLACE TEMP VIEW \"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\" AS SELECT * FROM {function}(document := {includeDocument}, nested_as_json := {nestedAsJson})";
        command.ExecuteNonQuery();
    }

    /// <summary>Runs SQL and returns the rows as record batches that <c>CollectionArrow.Import</c> reads as documents with exact values.</summary>
    /// <remarks>
    /// JSON is marked as JSON, also within structs, lists, maps and unions. Values without an Arrow form become JSON (UHUGEINT, BIGNUM, VARIANT) or
    /// text (BIT, TIME WITH TIME ZONE, INTERVAL). The record batches of <see cref="DuckDBCommand"/> do not distinguish JSON from strings and change such values. The
    /// rows of a statement other than a query, such as <c>INSERT … RETURNING</c>, are returned as DuckDB exports them.
    /// </remarks>
    /// <param name="connection">The connection, which must be open.</param>
    /// <param name="sql">The statements. The rows of all but the last one are ignored.</param>
    /// <returns>The rows of the last statement, or null if it has no rows, such as <c>COPY</c>. The caller disposes the stream.</returns>
    /// <exception cref="BlittableException">The SQL text has no statement.</exception>
    /// <exception cref="DuckDBException">The connection is closed, the SQL text is invalid, or a statement failed.</exception>
    public static IArrowArrayStream? ExecuteDocuments(this DuckDBConnection connection, string sql)
    {
        ArgumentNullException.ThrowIfNull(connection);
        ArgumentException.ThrowIfNullOrEmpty(sql);
        return DocumentQuery.Run(connection, sql);
    }
}
