using System.Collections.Concurrent;

namespace Blittable.Benchmarks.Storage;

/// <summary>Manages a limited number of open connections, which are opened on first use and used by one thread at a time.</summary>
internal sealed class ConnectionPool(StorageDatabase database, int size) : IDisposable
{
    private readonly SemaphoreSlim _places = new(size, size);
    private readonly ConcurrentBag<StorageConnection> _idle = [];

    public int Size { get; } = size;

    /// <summary>Rents a connection, and waits if all are in use.</summary>
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
