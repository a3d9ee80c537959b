namespace Blittable.Benchmarks.Storage;

/// <summary>An error that a database reported, in one vocabulary for all of them.</summary>
/// <param name="state">The SQLSTATE; for SQLite, which has none, the name of its result code.</param>
/// <param name="isTransient">Whether the transaction may succeed when it is tried again: a deadlock, a serialization failure, a busy SQLite file.</param>
/// <param name="message">What the database said.</param>
/// <param name="inner">The driver's own error.</param>
internal sealed class StorageException(string state, bool isTransient, string message, Exception? inner = null)
    : Exception($"{state}: {message}", inner)
{
    public string State { get; } = state;

    public bool IsTransient { get; } = isTransient;
}
