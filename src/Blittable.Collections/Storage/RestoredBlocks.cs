using System.Collections.Concurrent;

namespace Blittable.Collections.Storage;

/// <summary>Blocks that were read or restored lately, up to so many bytes: lookups ask for the same ones again. Safe for any number of threads.</summary>
/// <remarks>Blocks are kept in two generations. Where the younger one is full the older one goes; a block that is found in the older one is young again.</remarks>
internal sealed class RestoredBlocks(long mostBytes = RestoredBlocks.DefaultBytes)
{
    private const long DefaultBytes = 64 << 20;

    private readonly Lock _turn = new();
    private ConcurrentDictionary<long, ReadOnlyMemory<byte>> _young = new();
    private ConcurrentDictionary<long, ReadOnlyMemory<byte>> _old = new();
    private long _youngBytes;

    /// <param name="offset">Where the block is in the file.</param>
    /// <param name="bytes">The block as it was before it was compressed.</param>
    public bool TryGet(long offset, out ReadOnlyMemory<byte> bytes)
    {
        if (Volatile.Read(ref _young).TryGetValue(offset, out bytes))
        {
            return true;
        }

        if (!Volatile.Read(ref _old).TryGetValue(offset, out bytes))
        {
            return false;
        }

        Add(offset, bytes);
        return true;
    }

    public void Add(long offset, ReadOnlyMemory<byte> bytes)
    {
        if (!Volatile.Read(ref _young).TryAdd(offset, bytes) || Interlocked.Add(ref _youngBytes, bytes.Length) <= mostBytes / 2)
        {
            return;
        }

        lock (_turn)
        {
            if (Volatile.Read(ref _youngBytes) > mostBytes / 2)
            {
                Volatile.Write(ref _old, _young);
                Volatile.Write(ref _young, new ConcurrentDictionary<long, ReadOnlyMemory<byte>>());
                Volatile.Write(ref _youngBytes, 0);
            }
        }
    }
}
