using System.Collections.Concurrent;

namespace Blittable.Collections.Storage;

/// <summary>Caches recently read or decompressed blocks up to a total size, because lookups often read the same blocks. Thread-safe.</summary>
/// <remarks>Blocks are kept in two generations. When the young generation is full, the old one is dropped. A block found in the old generation becomes young
/// again.</remarks>
internal sealed class RestoredBlocks(long mostBytes = RestoredBlocks.DefaultBytes)
{
    private const long DefaultBytes = 64 << 20;

    private readonly Lock _turn = new();
    private ConcurrentDictionary<BlockReference, ReadOnlyMemory<byte>> _young = new();
    private ConcurrentDictionary<BlockReference, ReadOnlyMemory<byte>> _old = new();
    private long _youngBytes;

    /// <param name="block">The block. Its checksum matters too: a later state of a file may have another block at the same offset.</param>
    /// <param name="bytes">The decompressed block.</param>
    public bool TryGet(in BlockReference block, out ReadOnlyMemory<byte> bytes)
    {
        var isFound = TryFind(block, out bytes);
        BlittableMetrics.Searched(isFound);
        return isFound;
    }

    public void Add(in BlockReference block, ReadOnlyMemory<byte> bytes)
    {
        if (!Volatile.Read(ref _young).TryAdd(block, bytes) || Interlocked.Add(ref _youngBytes, bytes.Length) <= mostBytes / 2)
        {
            return;
        }

        lock (_turn)
        {
            if (Volatile.Read(ref _youngBytes) > mostBytes / 2)
            {
                Volatile.Write(ref _old, _young);
                Volatile.Write(ref _young, new ConcurrentDictionary<BlockReference, ReadOnlyMemory<byte>>());
                Volatile.Write(ref _youngBytes, 0);
            }
        }
    }

    private bool TryFind(in BlockReference block, out ReadOnlyMemory<byte> bytes)
    {
        if (Volatile.Read(ref _young).TryGetValue(block, out bytes))
        {
            return true;
        }

        if (!Volatile.Read(ref _old).TryGetValue(block, out bytes))
        {
            return false;
        }

        Add(block, bytes);
        return true;
    }
}
