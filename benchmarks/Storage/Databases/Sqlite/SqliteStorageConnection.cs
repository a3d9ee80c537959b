using SQLitePCL;

namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a connection to an SQLite file in WAL mode.</summary>
internal sealed class SqliteStorageConnection : StorageConnection
{
    private readonly sqlite3 _handle;
    private readonly SqliteWriterTurn _turn;
    private bool _hasTurn;

    public SqliteStorageConnection(string path, SqliteWriterTurn turn)
    {
        _turn = turn;
        var result = raw.sqlite3_open_v2(path, out _handle, raw.SQLITE_OPEN_READWRITE | raw.SQLITE_OPEN_CREATE | raw.SQLITE_OPEN_NOMUTEX, null);
        if (result != raw.SQLITE_OK)
        {
            throw Error(result);
        }

        QueryString("PRAGMA journal_mode = WAL");
        Execute("PRAGMA synchronous = NORMAL");
        Execute("PRAGMA cache_size = -65536");
    }

    public override void Execute(string sql) => Check(raw.sqlite3_exec(_handle, sql));

    public override void Begin(bool forWriting)
    {
        if (!forWriting)
        {
            Execute("BEGIN");
            return;
        }

        if (!_turn.Wait())
        {
            throw Error(raw.SQLITE_BUSY);
        }

        _hasTurn = true;
        Execute("BEGIN IMMEDIATE");
    }

    public override void Commit()
    {
        base.Commit();
        EndTurn();
    }

    public override void Rollback()
    {
        base.Rollback();
        EndTurn();
    }

    public override StorageStatement Prepare(string sql)
    {
        Check(raw.sqlite3_prepare_v2(_handle, sql, out var statement));
        return new SqliteStorageStatement(this, statement);
    }

    public long Changes() => raw.sqlite3_changes(_handle);

    public void Check(int result)
    {
        if (result != raw.SQLITE_OK)
        {
            throw Error(result);
        }
    }

    public StorageException Error(int result)
    {
        var isBusy = (result & 0xFF) == raw.SQLITE_BUSY;
        return new StorageException(isBusy ? "SQLITE_BUSY" : $"SQLITE_{result}", isBusy, raw.sqlite3_errmsg(_handle).utf8_to_string());
    }

    public override void Dispose()
    {
        base.Dispose();
        _handle.Dispose();
    }

    private void EndTurn()
    {
        if (_hasTurn)
        {
            _hasTurn = false;
            _turn.End();
        }
    }
}
