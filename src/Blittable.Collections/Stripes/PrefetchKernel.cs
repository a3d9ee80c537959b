using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Collections.Stripes;

/// <summary>
/// Fetches what will be read from memory soon: a row of many columns is many places far from each other, and the processor would wait for
/// one after the other.
/// </summary>
internal static unsafe class PrefetchKernel
{
    private const int CacheLine = 64;

    /// <summary>Lines at the start of a chunk: its header, and for the most part what it says of its blocks.</summary>
    private const int HeadLines = 3;

    /// <summary>
    /// Fetches the head of a chunk, and where some of its rows are likely to be: values stand in their order at the chunk's end, most often
    /// in as many bits each.
    /// </summary>
    public static void Fetch(ReadOnlySpan<byte> chunk, ReadOnlySpan<int> rows, int spaceRows)
    {
        if (!Sse.IsSupported || chunk.IsEmpty || spaceRows == 0)
        {
            return;
        }

        // An address is only a hint: should the garbage collector move the bytes meanwhile, other ones are fetched.
        var start = (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(chunk));
        for (var line = 0; line < HeadLines && line * CacheLine < chunk.Length; line++)
        {
            Sse.Prefetch0(start + (line * CacheLine));
        }

        // What does not make a whole bit a row belongs to the head.
        var bits = 8L * chunk.Length / spaceRows;
        foreach (var row in rows)
        {
            Sse.Prefetch0(start + chunk.Length - 1 - ((spaceRows - 1 - row) * bits / 8));
        }
    }
}
