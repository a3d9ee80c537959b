using MySqlConnector;

namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a connection through MySqlConnector.</summary>
internal sealed class MariaDbStorageConnection : StorageConnection
{
    private readonly MySqlConnection _connection;

    public MariaDbStorageConnection(string connectionString)
    {
        _connection = new MySqlConnection(connectionString);
        try
        {
            _connection.Open();
        }
        catch (MySqlException error)
        {
            throw Translate(error);
        }

        Execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }

    public override void Execute(string sql)
    {
        using var command = new MySqlCommand(sql, _connection);
        try
        {
            command.ExecuteNonQuery();
        }
        catch (MySqlException error)
        {
            throw Translate(error);
        }
    }

    public override void Begin(bool forWriting) => Execute("START TRANSACTION");

    public override StorageStatement Prepare(string sql) => new MariaDbStorageStatement(new MySqlCommand(sql, _connection));

    /// <summary>Converts an exception of the driver.</summary>
    public static StorageException Translate(MySqlException error)
    {
        const string general = "HY000";
        const string serializationFailure = "40001";
        var state = error.SqlState ?? general;
        return new StorageException(state, state == serializationFailure, $"{error.Message} (error {error.Number})", error);
    }

    public override void Dispose()
    {
        base.Dispose();
        _connection.Dispose();
    }
}
