using Microsoft.Data.Sqlite;

namespace Blittable.EntityFrameworkCore;

/// <summary>The functions of documents in SQLite.</summary>
public static class BlittableSqliteExtensions
{
    /// <summary>Registers <c>blittable_get(document, path)</c>, <c>blittable_get(document, path, type)</c> and <c>blittable_json(document)</c> with a connection.</summary>
    /// <remarks>
    /// <para><c>blittable_get(document, path)</c> returns the value at a path of a column of documents: a string as text, an integer or a real number, 1 and 0 for true and
    /// false, and the JSON text of an object or array; NULL for null, for a missing value and for a NULL document. Numbers that SQLite cannot represent exactly become the
    /// nearest real number.</para>
    /// <para><c>blittable_get(document, path, type)</c> returns the value if it is of the type, and otherwise NULL. The type is <c>'string'</c>, <c>'long'</c>, <c>'int'</c>,
    /// <c>'double'</c> or <c>'bool'</c>; an integer outside the range of the type, or with a fraction, is NULL. Queries that call
    /// <see cref="Microsoft.EntityFrameworkCore.BlittableDbFunctionsExtensions.BlittableGet"/> use this function.</para>
    /// <para><c>blittable_json</c> returns the JSON text of a document, for the JSON functions of SQLite.</para>
    /// <para>All are deterministic, so that an index or a generated column may use them:
    /// <c>CREATE INDEX orders_customer ON orders (blittable_get(document, '$.customer.id', 'string'))</c>. Every program that writes to such a table must register them. A
    /// blob that is not a document, a path or type that is invalid, is an error of SQL.</para>
    /// <para>The functions are registered once for each connection, which can have active statements when this is called again. Calls with different dictionaries add up: each
    /// document is read with its own.</para>
    /// </remarks>
    /// <param name="connection">The connection. It need not be open.</param>
    /// <param name="dictionary">The dictionary that the documents need, if they need one.</param>
    /// <exception cref="ArgumentNullException"><paramref name="connection"/> is null.</exception>
    public static void AddBlittableFunctions(this SqliteConnection connection, BlittableDictionary? dictionary = null)
    {
        ArgumentNullException.ThrowIfNull(connection);
        SqliteFunctions.Register(connection, dictionary);
    }
}
