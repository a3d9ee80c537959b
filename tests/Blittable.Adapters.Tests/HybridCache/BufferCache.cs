using System.Buffers;
using System.Collections.Concurrent;
using Microsoft.Extensions.Caching.Distributed;

namespace Blittable.Adapters.Tests.HybridCache;

/// <summary>An in-memory distributed cache that reads and writes buffers, like the cache for Redis.</summary>
internal sealed class BufferCache : IBufferDistributedCache
{
    private readonly ConcurrentDictionary<string, byte[]> _entries = new(StringComparer.Ordinal);
    private int _bufferReads;

    public int BufferReads => _bufferReads;

    public bool TryGet(string key, IBufferWriter<byte> destination)
    {
        if (!_entries.TryGetValue(key, out var bytes))
        {
            return false;
        }

        Interlocked.Increment(ref _bufferReads);
        destination.Write(bytes);
        return true;
    }

    public ValueTask<bool> TryGetAsync(string key, IBufferWriter<byte> destination, CancellationToken token = default) =>
        ValueTask.FromResult(TryGet(key, destination));

    public void Set(string key, ReadOnlySequence<byte> value, DistributedCacheEntryOptions options) => _entries[key] = value.ToArray();

    public ValueTask SetAsync(string key, ReadOnlySequence<byte> value, DistributedCacheEntryOptions options, CancellationToken token = default)
    {
        Set(key, value, options);
        return ValueTask.CompletedTask;
    }

    public byte[]? Get(string key) => _entries.GetValueOrDefault(key);

    public Task<byte[]?> GetAsync(string key, CancellationToken token = default) => Task.FromResult(Get(key));

    public void Set(string key, byte[] value, DistributedCacheEntryOptions options) => _entries[key] = value;

    public Task SetAsync(string key, byte[] value, DistributedCacheEntryOptions options, CancellationToken token = default)
    {
        Set(key, value, options);
        return Task.CompletedTask;
    }

    public void Refresh(string key)
    {
    }

    public Task RefreshAsync(string key, CancellationToken token = default) => Task.CompletedTask;

    public void Remove(string key) => _entries.TryRemove(key, out _);

    public Task RemoveAsync(string key, CancellationToken token = default)
    {
        Remove(key);
        return Task.CompletedTask;
    }
}
