namespace Blittable.Benchmarks.Storage;

/// <summary>Serializes the writers of one process, because an SQLite file supports one writer at a time.</summary>
/// <remarks>
/// Without it, writers would poll. The packaged library is built without <c>usleep</c>, so its busy handler sleeps for whole seconds between checks of the
/// lock. A tenth of the inserts took over 2 s. Waiting for the turn counts as database time, like waiting for a row lock in other databases. A writer in
/// another process still causes <c>SQLITE_BUSY</c>, and the transaction is retried.
/// </remarks>
internal sealed class SqliteWriterTurn : IDisposable
{
    /// <summary>The lock timeout, equal to the timeout configured for InnoDB.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly SemaphoreSlim _turn = new(1, 1);

    public bool Wait() => _turn.Wait(Patience);

    public void End() => _turn.Release();

    public void Dispose() => _turn.Dispose();
}
