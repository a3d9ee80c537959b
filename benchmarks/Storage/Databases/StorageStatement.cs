namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a prepared statement. Bind every parameter, then call <see cref="Execute"/>, or <see cref="Query"/> followed by <see cref="Read"/> until
/// it returns false.</summary>
/// <remarks>
/// Parameters and columns are zero-based, and parameters are bound in ascending order. A statement can be bound and run again after <see cref="Read"/> has
/// returned false.
/// </remarks>
internal abstract class StorageStatement : IDisposable
{
    public abstract void Bind(int parameter, long value);

    public abstract void Bind(int parameter, decimal value);

    public abstract void Bind(int parameter, string value);

    /// <summary>Binds a UTC time, stored with millisecond precision.</summary>
    public abstract void Bind(int parameter, DateTime value);

    /// <summary>Binds bytes, which must not change until the statement has run.</summary>
    public abstract void Bind(int parameter, ReadOnlyMemory<byte> value);

    /// <summary>Runs a statement that returns no rows.</summary>
    /// <returns>The number of rows inserted, updated or deleted.</returns>
    public abstract long Execute();

    /// <summary>Starts a statement that returns rows.</summary>
    public abstract void Query();

    /// <summary>Advances to the next row.</summary>
    public abstract bool Read();

    public abstract long GetInt64(int column);

    public abstract string GetString(int column);

    /// <summary>Returns the bytes of a column, valid until the next <see cref="Read"/>.</summary>
    public abstract ReadOnlySpan<byte> GetBytes(int column);

    public abstract void Dispose();
}
