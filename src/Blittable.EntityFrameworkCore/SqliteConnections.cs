using System.Data.Common;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Blittable.EntityFrameworkCore;

/// <summary>Registers the document functions with each SQLite connection that a context opens or receives open.</summary>
internal sealed class SqliteConnections(BlittableDictionary? dictionary) : DbConnectionInterceptor, IDbCommandInterceptor
{
    public override void ConnectionOpened(DbConnection connection, ConnectionEndEventData eventData) => Add(connection);

    public override Task ConnectionOpenedAsync(DbConnection connection, ConnectionEndEventData eventData, CancellationToken cancellationToken = default)
    {
        Add(connection);
        return Task.CompletedTask;
    }

    /// <summary>Registers the functions with the connection of a command. This covers connections that the program has opened itself.</summary>
    public DbCommand CommandCreated(CommandEndEventData eventData, DbCommand result)
    {
        Add(result.Connection);
        return result;
    }

    private void Add(DbConnection? connection)
    {
        if (connection is SqliteConnection sqlite)
        {
            SqliteFunctions.Register(sqlite, dictionary);
        }
    }
}
