using Blittable.DuckDB.Tables;
using DuckDB.NET.Data;

namespace Blittable.DuckDB.Registration;

/// <summary>Adds table functions to a database.</summary>
internal static class CollectionFunction
{
    /// <summary>Adds a function.</summary>
    /// <param name="connection">The connection, which must be open.</param>
    /// <param name="name">The name.</param>
    /// <param name="source">Finds the tables; disposed when the database is closed.</param>
    /// <exception cref="InvalidOperationException">The function could not be added.</exception>
    public static void Register(DuckDBConnection connection, string name, ITableSource source)
    {
        if (!CallbackKernel.TryRegister(connection.NativeConnection, name, source))
        {
            source.Dispose();
            throw new InvalidOperationException($"DuckDB did not accept the table function '{name}'.");
        }
    }
}
