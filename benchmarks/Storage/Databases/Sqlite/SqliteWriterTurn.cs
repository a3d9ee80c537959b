namespace Blittable.Benchmarks.Storage;

/// <summary>Lets the writers of one process into a SQLite file one after another, since the file has room for one.</summary>
/// <remarks>
/// Without it they would poll: the packaged library is built without <c>usleep</c>, so that its busy handler sleeps for whole seconds
/// between two looks at the lock (a tenth of the inserts took over 2 s with it). Waiting for the turn counts as database time, as waiting for a row
/// lock does elsewhere. A writer of another process still gives <c>SQLITE_BUSY</c>, and the transaction is tried again.
/// </remarks>
internal sealed class SqliteWriterTurn : IDisposable
{
    /// <summary>As long as InnoDB is told to wait for a lock.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly SemaphoreSlim _turn = new(1, 1);

    public bool Wait() => _turn.Wait(Patience);

    public void End() => _turn.Release();

    public void Dispose() => _turn.Dispose();
}
