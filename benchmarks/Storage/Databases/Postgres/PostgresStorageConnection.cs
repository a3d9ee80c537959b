using Npgsql;

namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a connection through Npgsql.</summary>
internal sealed class PostgresStorageConnection : StorageConnection
{
    private readonly NpgsqlConnection _connection;

    public PostgresStorageConnection(string connectionString)
    {
        _connection = new NpgsqlConnection(connectionString);
        try
        {
            _connection.Open();
        }
        catch (NpgsqlException error)
        {
            throw Translate(error);
        }
    }

    public override void Execute(string sql)
    {
        using var command = new NpgsqlCommand(sql, _connection);
        try
        {
            command.ExecuteNonQuery();
        }
        catch (NpgsqlException error)
        {
            throw Translate(error);
        }
    }

    public override void Begin(bool forWriting) => Execute("BEGIN ISOLATION LEVEL READ COMMITTED");

    public override StorageStatement Prepare(string sql) => new PostgresStorageStatement(new NpgsqlCommand(sql, _connection));

    /// <summary>Converts an exception of the driver.</summary>
    public static StorageException Translate(NpgsqlException error)
    {
        var state = error.SqlState ?? PostgresErrorCodes.ConnectionException;
        var isTransient = state is PostgresErrorCodes.SerializationFailure or PostgresErrorCodes.DeadlockDetected;
        return new StorageException(state, isTransient, error.Message, error);
    }

    public override void Dispose()
    {
        base.Dispose();
        _connection.Dispose();
    }
}
