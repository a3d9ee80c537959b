namespace Blittable.Benchmarks.Storage;

/// <summary>Represents an error reported by a database, independent of the driver.</summary>
/// <param name="state">The SQLSTATE, or for SQLite the name of its result code.</param>
/// <param name="isTransient">true if a retry of the transaction may succeed, as after a deadlock, a serialization failure, or a busy SQLite file.</param>
/// <param name="message">The message of the database.</param>
/// <param name="inner">The exception of the driver.</param>
internal sealed class StorageException(string state, bool isTransient, string message, Exception? inner = null)
    : Exception($"{state}: {message}", inner)
{
    public string State { get; } = state;

    public bool IsTransient { get; } = isTransient;
}
