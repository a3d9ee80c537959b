namespace Blittable.Benchmarks.Storage;

/// <summary>One connection, used by one thread at a time. This and <see cref="StorageStatement"/> are all that the workloads know of a driver.</summary>
internal abstract class StorageConnection : IDisposable
{
    private readonly Dictionary<string, StorageStatement> _prepared = new(StringComparer.Ordinal);

    /// <summary>A statement prepared once for the life of the connection.</summary>
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

    /// <summary>Ends a transaction that failed. A database that has rolled it back already, or is gone, is content.</summary>
    public virtual void Rollback()
    {
        try
        {
            Execute("ROLLBACK");
        }
        catch (StorageException)
        {
            // The error that led here is the one to report.
        }
    }

    /// <summary>Runs a query that gives one number.</summary>
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

    /// <summary>Runs a query that gives one text.</summary>
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
