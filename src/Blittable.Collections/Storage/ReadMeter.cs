using System.Collections.Concurrent;

namespace Blittable.Collections.Storage;

/// <summary>Counts the bytes of the blocks that a query uses and of the temporary files that it writes. Thread-safe.</summary>
/// <remarks>Blocks are opened far below the query, which therefore assigns its meter to the threads that it runs on.</remarks>
internal sealed class ReadMeter
{
    [ThreadStatic]
    private static ReadMeter? t_current;

    private readonly ConcurrentDictionary<(BlockSource Source, long Offset), int> _blocks = new();
    private long _bytesWritten;

    /// <summary>Gets the meter of this thread, or null if no query on it counts bytes.</summary>
    public static ReadMeter? Current => t_current;

    /// <summary>Gets the stored bytes of the blocks, each of which counts once.</summary>
    public long BytesRead => _blocks.Values.Sum(length => (long)length);

    /// <summary>Gets the bytes of temporary files that are complete.</summary>
    public long BytesWritten => Interlocked.Read(ref _bytesWritten);

    /// <summary>Sets the meter of this thread.</summary>
    /// <returns>The previous meter, to be set again at the end of the query.</returns>
    public static ReadMeter? Exchange(ReadMeter? meter)
    {
        var before = t_current;
        t_current = meter;
        return before;
    }

    /// <summary>Counts a block that this thread uses, whether or not it was read before.</summary>
    public static void Count(BlockSource source, in BlockReference block) => t_current?._blocks.TryAdd((source, block.Offset), block.StoredLength);

    /// <summary>Counts the bytes of a temporary file.</summary>
    public void CountFile(long bytes) => Interlocked.Add(ref _bytesWritten, bytes);
}
