using MySqlConnector;

namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a command prepared by the server, with parameters that are created once and then reused.</summary>
internal sealed class MariaDbStorageStatement(MySqlCommand command) : StorageStatement
{
    private MySqlDataReader? _reader;
    private byte[] _bytes = [];

    public override void Bind(int parameter, long value) => Set(parameter, MySqlDbType.Int64, value);

    public override void Bind(int parameter, decimal value) => Set(parameter, MySqlDbType.NewDecimal, value);

    public override void Bind(int parameter, string value) => Set(parameter, MySqlDbType.VarChar, value);

    public override void Bind(int parameter, DateTime value) => Set(parameter, MySqlDbType.DateTime, DateTime.SpecifyKind(value, DateTimeKind.Unspecified));

    public override void Bind(int parameter, ReadOnlyMemory<byte> value) => Set(parameter, MySqlDbType.Blob, value);

    public override long Execute()
    {
        try
        {
            command.Prepare();
            return command.ExecuteNonQuery();
        }
        catch (MySqlException error)
        {
            throw MariaDbStorageConnection.Translate(error);
        }
    }

    public override void Query()
    {
        try
        {
            command.Prepare();
            _reader = command.ExecuteReader();
        }
        catch (MySqlException error)
        {
            throw MariaDbStorageConnection.Translate(error);
        }
    }

    public override bool Read()
    {
        try
        {
            if (_reader is { } reader && reader.Read())
            {
                return true;
            }
        }
        catch (MySqlException error)
        {
            CloseReader();
            throw MariaDbStorageConnection.Translate(error);
        }

        CloseReader();
        return false;
    }

    public override long GetInt64(int column) => _reader!.GetInt64(column);

    public override string GetString(int column) => _reader!.GetString(column);

    public override ReadOnlySpan<byte> GetBytes(int column)
    {
        var length = (int)_reader!.GetBytes(column, 0, null, 0, 0);
        if (_bytes.Length < length)
        {
            _bytes = new byte[Math.Max(length, 1_024)];
        }

        return _bytes.AsSpan(0, (int)_reader.GetBytes(column, 0, _bytes, 0, length));
    }

    public override void Dispose()
    {
        CloseReader();
        command.Dispose();
    }

    private void CloseReader()
    {
        _reader?.Dispose();
        _reader = null;
    }

    private void Set(int parameter, MySqlDbType type, object value)
    {
        if (parameter == command.Parameters.Count)
        {
            command.Parameters.Add(new MySqlParameter { MySqlDbType = type });
        }

        command.Parameters[parameter].Value = value;
    }
}
