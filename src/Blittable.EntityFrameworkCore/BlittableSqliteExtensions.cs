using Microsoft.Data.Sqlite;

namespace Blittable.EntityFrameworkCore;

/// <summary>Provides document functions for SQLite.</summary>
public static class BlittableSqliteExtensions
{
    /// <summary>Registers <c>blittable_get(document, path)</c>, <c>blittable_get(document, path, type)</c> and <c>blittable_json(document)</c> with a
    /// connection.</summary>
    /// <remarks>
    /// <para><c>blittable_get(document, path)</c> returns the value at a path. Strings are returned as text, numbers as integers or real numbers, true and
    /// false as 1 and 0, and binary values as blobs. Objects and arrays are returned as JSON text. JSON null, a missing value, and a NULL document or path
    /// return NULL. Numbers that SQLite cannot represent exactly are rounded to the nearest real number.</para>
    /// <para><c>blittable_get(document, path, type)</c> returns the value if it has the type; otherwise, NULL. The type is <c>'string'</c>, <c>'long'</c>,
    /// <c>'int'</c>, <c>'double'</c> or <c>'bool'</c>. For <c>'long'</c> and <c>'int'</c>, a number that is out of range or has a fraction returns NULL.
    /// Queries that call <see cref="Microsoft.EntityFrameworkCore.BlittableDbFunctionsExtensions.BlittableGet"/> use this function.</para>
    /// <para><c>blittable_json</c> returns the JSON text of a document, for the JSON functions of SQLite.</para>
    /// <para>All functions are deterministic, so indexes and generated columns can use them:
    /// <c>CREATE INDEX orders_customer ON orders (blittable_get(document, '$.customer.id', 'string'))</c>. Every program that writes to such a table must
    /// register the functions. A blob that is not a document, an invalid path, a path with a wildcard or an invalid type causes a SQL error.</para>
    /// <para>The functions are registered only once for each connection, so further calls are allowed while statements are active. Dictionaries from several
    /// calls accumulate. Each document is read with its own dictionary.</para>
    /// </remarks>
    /// <param name="connection">The connection, open or closed.</param>
    /// <param name="dictionary">The dictionary of the documents, if they need one.</param>
    /// <exception cref="ArgumentNullException"><paramref name="connection"/> is null.</exception>
    public static void AddBlittableFunctions(this SqliteConnection connection, BlittableDictionary? dictionary = null)
    {
        ArgumentNullException.ThrowIfNull(connection);
        SqliteFunctions.Register(connection, dictionary);
    }
}
