using Npgsql;
using NpgsqlTypes;

namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a command prepared by the server, with typed parameters that are created once and then reused.</summary>
internal sealed class PostgresStorageStatement(NpgsqlCommand command) : StorageStatement
{
    private NpgsqlDataReader? _reader;
    private byte[] _bytes = [];

    public override void Bind(int parameter, long value) => Set(parameter, NpgsqlDbType.Bigint, value);

    public override void Bind(int parameter, decimal value) => Set(parameter, NpgsqlDbType.Numeric, value);

    public override void Bind(int parameter, string value) => Set(parameter, NpgsqlDbType.Varchar, value);

    public override void Bind(int parameter, DateTime value) =>
        Set(parameter, NpgsqlDbType.Timestamp, DateTime.SpecifyKind(value, DateTimeKind.Unspecified));

    public override void Bind(int parameter, ReadOnlyMemory<byte> value) => Set(parameter, NpgsqlDbType.Bytea, value);

    public override long Execute()
    {
        try
        {
            PrepareOnce();
            return command.ExecuteNonQuery();
        }
        catch (NpgsqlException error)
        {
            throw PostgresStorageConnection.Translate(error);
        }
    }

    public override void Query()
    {
        try
        {
            PrepareOnce();
            _reader = command.ExecuteReader();
        }
        catch (NpgsqlException error)
        {
            throw PostgresStorageConnection.Translate(error);
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
        catch (NpgsqlException error)
        {
            CloseReader();
            throw PostgresStorageConnection.Translate(error);
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

    private void Set<T>(int parameter, NpgsqlDbType type, T value)
    {
        if (parameter == command.Parameters.Count)
        {
            command.Parameters.Add(new NpgsqlParameter<T> { NpgsqlDbType = type });
        }

        ((NpgsqlParameter<T>)command.Parameters[parameter]).TypedValue = value;
    }

    private void PrepareOnce()
    {
        if (!command.IsPrepared)
        {
            command.Prepare();
        }
    }
}
