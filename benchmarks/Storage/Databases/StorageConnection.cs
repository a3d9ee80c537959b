namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a connection used by one thread at a time. Workloads access a driver only through this class and
/// <see cref="StorageStatement"/>.</summary>
internal abstract class StorageConnection : IDisposable
{
    private readonly Dictionary<string, StorageStatement> _prepared = new(StringComparer.Ordinal);

    /// <summary>Returns a statement that is prepared once for the lifetime of the connection.</summary>
    public StorageStatement Statement(string sql)
    {
        if (!_prepared.TryGetValue(sql, out var statement))
        {
            statement = Prepare(sql);
            _prepared.Add(sql, statement);
        }

        return statement;
    }

    /// <summary>Runs SQL without parameters or rows.</summary>
    public abstract void Execute(string sql);

    /// <summary>Starts a READ COMMITTED transaction, or for SQLite one that takes the write lock at once if it will write.</summary>
    public abstract void Begin(bool forWriting);

    public virtual void Commit() => Execute("COMMIT");

    /// <summary>Rolls back a failed transaction. Does nothing if the database has already rolled it back or the connection is lost.</summary>
    public virtual void Rollback()
    {
        try
        {
            Execute("ROLLBACK");
        }
        catch (StorageException)
        {
            // Ignored, because the original error must be reported.
        }
    }

    /// <summary>Runs a query that returns one number.</summary>
    public long QueryInt64(string sql)
    {
        using var statement = Prepare(sql);
        statement.Query();
        var value = statement.Read() ? statement.GetInt64(0) : 0;
        while (statement.Read())
        {
        }

        return value;
    }

    /// <summary>Runs a query that returns one string.</summary>
    public string QueryString(string sql)
    {
        using var statement = Prepare(sql);
        statement.Query();
        var value = statement.Read() ? statement.GetString(0) : "";
        while (statement.Read())
        {
        }

        return value;
    }

    public abstract StorageStatement Prepare(string sql);

    public virtual void Dispose()
    {
        foreach (var statement in _prepared.Values)
        {
            statement.Dispose();
        }

        _prepared.Clear();
    }
}
