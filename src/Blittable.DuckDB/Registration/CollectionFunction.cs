using Blittable.DuckDB.Tables;
using DuckDB.NET.Data;

namespace Blittable.DuckDB.Registration;

/// <summary>Registers table functions in a database.</summary>
internal static class CollectionFunction
{
    /// <summary>Registers a table function.</summary>
    /// <param name="connection">The connection, which must be open.</param>
    /// <param name="name">The name of the function.</param>
    /// <param name="source">The source of the tables. It is disposed when the database is closed or the registration fails.</param>
    /// <exception cref="InvalidOperationException">The function could not be registered.</exception>
    public static void Register(DuckDBConnection connection, string name, ITableSource source)
    {
        if (!CallbackKernel.TryRegister(connection.NativeConnection, name, source))
        {
            source.Dispose();
            throw new InvalidOperationException($"DuckDB could not register the table function '{name}'.");
        }
    }
}
