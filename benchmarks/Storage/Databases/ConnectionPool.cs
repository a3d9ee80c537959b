using System.Collections.Concurrent;

namespace Blittable.Benchmarks.Storage;

/// <summary>At most a fixed number of open connections, opened when first needed and lent to one thread at a time.</summary>
internal sealed class ConnectionPool(StorageDatabase database, int size) : IDisposable
{
    private readonly SemaphoreSlim _places = new(size, size);
    private readonly ConcurrentBag<StorageConnection> _idle = [];

    public int Size { get; } = size;

    /// <summary>Takes a connection, and waits while all are lent.</summary>
    public StorageConnection Take()
    {
        _places.Wait();
        try
        {
            return _idle.TryTake(out var connection) ? connection : database.Open();
        }
        catch
        {
            _places.Release();
            throw;
        }
    }

    public void Return(StorageConnection connection)
    {
        _idle.Add(connection);
        _places.Release();
    }

    public void Dispose()
    {
        while (_idle.TryTake(out var connection))
        {
            connection.Dispose();
        }

        _places.Dispose();
    }
}
