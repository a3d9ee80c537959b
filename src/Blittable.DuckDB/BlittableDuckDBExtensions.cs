using Blittable.Collections;
using Blittable.DuckDB.Registration;
using Blittable.DuckDB.Tables;
using DuckDB.NET.Data;

namespace Blittable.DuckDB;

/// <summary>Makes collections tables of DuckDB.</summary>
/// <remarks>
/// Each top-level property is a column: BIGINT, DECIMAL, DOUBLE, BOOLEAN, DATE, TIMESTAMP, TIMESTAMP WITH TIME ZONE or VARCHAR if all of its values have that type, and
/// JSON otherwise. Absent properties and nulls are NULL. A query reads only the columns that it uses.
/// </remarks>
public static class BlittableDuckDBExtensions
{
    /// <summary>
    /// Adds the table function <c>read_blittable(path)</c> to the database of a connection. With <c>document := true</c> it has another column, <c>document</c>, with the
    /// JSON of each document.
    /// </summary>
    /// <remarks>A file is surveyed for the types of its columns when it is first used, and again when it has changed.</remarks>
    /// <param name="connection">The connection, which must be open.</param>
    public static void RegisterBlittable(this DuckDBConnection connection)
    {
        ArgumentNullException.ThrowIfNull(connection);
        CollectionFunction.Register(connection, "read_blittable", new FileTables());
    }

    /// <summary>Makes a collection a view of a connection, with typed columns.</summary>
    /// <param name="connection">The connection, which must be open.</param>
    /// <param name="name">The name of the view. A view of this name is replaced.</param>
    /// <param name="reader">The collection, which must stay open as long as the view is used.</param>
    /// <param name="includeDocument">Whether the view has another column, <c>document</c>, with the JSON of each document.</param>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    /// <exception cref="DuckDBException">The connection is closed, or a table has the name.</exception>
    public static void AttachCollection(this DuckDBConnection connection, string name, CollectionReader reader, bool includeDocument = false)
    {
        ArgumentNullException.ThrowIfNull(connection);
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(reader);
        var function = $"blittable_{Guid.NewGuid():N}";
        CollectionFunction.Register(connection, function, new OneTable(CollectionTable.Of(reader)));
        using var command = connection.CreateCommand();
        command.CommandText = $"CREATE OR REPLACE TEMP VIEW \"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\" AS SELECT * FROM {function}(document := {includeDocument})";
        command.ExecuteNonQuery();
    }
}
