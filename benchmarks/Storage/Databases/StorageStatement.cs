namespace Blittable.Benchmarks.Storage;

/// <summary>A prepared statement: bind every parameter, then <see cref="Execute"/>, or <see cref="Query"/> and <see cref="Read"/> to the end.</summary>
/// <remarks>
/// Parameters and columns count from 0, and parameters are bound in that order. A statement can be bound and run again after <see cref="Read"/> gave
/// false.
/// </remarks>
internal abstract class StorageStatement : IDisposable
{
    public abstract void Bind(int parameter, long value);

    public abstract void Bind(int parameter, decimal value);

    public abstract void Bind(int parameter, string value);

    /// <summary>Binds a point in time (UTC), stored to the millisecond.</summary>
    public abstract void Bind(int parameter, DateTime value);

    /// <summary>Binds bytes, which must not change until the statement has run.</summary>
    public abstract void Bind(int parameter, ReadOnlyMemory<byte> value);

    /// <summary>Runs a statement that gives no rows.</summary>
    /// <returns>The number of rows inserted, updated or deleted.</returns>
    public abstract long Execute();

    /// <summary>Starts a statement that gives rows.</summary>
    public abstract void Query();

    /// <summary>Moves to the next row.</summary>
    public abstract bool Read();

    public abstract long GetInt64(int column);

    public abstract string GetString(int column);

    /// <summary>The bytes of a column, valid until the next <see cref="Read"/>.</summary>
    public abstract ReadOnlySpan<byte> GetBytes(int column);

    public abstract void Dispose();
}
