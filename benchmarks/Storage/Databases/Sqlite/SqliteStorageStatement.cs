using System.Globalization;
using SQLitePCL;

namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a prepared SQLite statement.</summary>
internal sealed class SqliteStorageStatement(SqliteStorageConnection connection, sqlite3_stmt statement) : StorageStatement
{
    public override void Bind(int parameter, long value) => connection.Check(raw.sqlite3_bind_int64(statement, parameter + 1, value));

    public override void Bind(int parameter, decimal value) => Bind(parameter, value.ToString(CultureInfo.InvariantCulture));

    public override void Bind(int parameter, string value) => connection.Check(raw.sqlite3_bind_text(statement, parameter + 1, value));

    public override void Bind(int parameter, DateTime value) =>
        Bind(parameter, value.ToString("yyyy-MM-dd HH:mm:ss.fff", CultureInfo.InvariantCulture));

    public override void Bind(int parameter, ReadOnlyMemory<byte> value) => connection.Check(value.IsEmpty
        ? raw.sqlite3_bind_zeroblob(statement, parameter + 1, 0)
        : raw.sqlite3_bind_blob(statement, parameter + 1, value.Span));

    public override long Execute()
    {
        var result = raw.sqlite3_step(statement);
        var changes = connection.Changes();
        var error = result is raw.SQLITE_DONE or raw.SQLITE_ROW ? null : connection.Error(result);
        _ = raw.sqlite3_reset(statement);
        return error is null ? changes : throw error;
    }

    public override void Query()
    {
        // An SQLite statement starts with its first step.
    }

    public override bool Read()
    {
        var result = raw.sqlite3_step(statement);
        if (result == raw.SQLITE_ROW)
        {
            return true;
        }

        var error = result == raw.SQLITE_DONE ? null : connection.Error(result);
        _ = raw.sqlite3_reset(statement);
        return error is null ? false : throw error;
    }

    public override long GetInt64(int column) => raw.sqlite3_column_int64(statement, column);

    public override string GetString(int column) => raw.sqlite3_column_text(statement, column).utf8_to_string() ?? "";

    public override ReadOnlySpan<byte> GetBytes(int column) => raw.sqlite3_column_blob(statement, column);

    public override void Dispose() => statement.Dispose();
}
