using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Collections.Stripes;

/// <summary>Prefetches memory that is about to be read. The columns of a row are far apart, and without prefetching the processor would wait for each in
/// turn.</summary>
internal static unsafe class PrefetchKernel
{
    private const int CacheLine = 64;

    /// <summary>The number of cache lines at the start of a chunk with its header and most of its block directory.</summary>
    private const int HeadLines = 3;

    /// <summary>Prefetches the start of a chunk and the likely positions of the specified rows: values are at the end of the chunk, in row order and usually
    /// with a constant number of bits.</summary>
    public static void Fetch(ReadOnlySpan<byte> chunk, ReadOnlySpan<int> rows, int spaceRows)
    {
        if (!Sse.IsSupported || chunk.IsEmpty || spaceRows == 0)
        {
            return;
        }

        // An address is only a hint: if the garbage collector moves the bytes in the meantime, other bytes are fetched.
        var start = (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(chunk));
        for (var line = 0; line < HeadLines && line * CacheLine < chunk.Length; line++)
        {
            Sse.Prefetch0(start + (line * CacheLine));
        }

        // Bytes beyond a whole number of bits per row belong to the start of the chunk.
        var bits = 8L * chunk.Length / spaceRows;
        foreach (var row in rows)
        {
            Sse.Prefetch0(start + chunk.Length - 1 - ((spaceRows - 1 - row) * bits / 8));
        }
    }
}
