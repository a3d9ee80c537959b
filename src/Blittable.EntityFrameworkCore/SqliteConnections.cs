using System.Data.Common;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Blittable.EntityFrameworkCore;

/// <summary>Registers the functions of documents with each connection to SQLite that a context opens or is given open.</summary>
internal sealed class SqliteConnections(BlittableDictionary? dictionary) : DbConnectionInterceptor, IDbCommandInterceptor
{
    public override void ConnectionOpened(DbConnection connection, ConnectionEndEventData eventData) => Add(connection);

    public override Task ConnectionOpenedAsync(DbConnection connection, ConnectionEndEventData eventData, CancellationToken cancellationToken = default)
    {
        Add(connection);
        return Task.CompletedTask;
    }

    /// <summary>A connection that the program has opened itself is seen when it gets its first command.</summary>
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
