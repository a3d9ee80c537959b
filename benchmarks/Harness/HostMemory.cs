using Microsoft.Win32.SafeHandles;

namespace Blittable.Benchmarks.Harness;

/// <summary>Makes the host of a virtual machine allocate the memory that a new file will need.</summary>
/// <remarks>
/// A machine that reports its free pages to the host (Linux does so every two seconds) gets each page back only on access. The fault takes the host 10 µs. Each
/// 2 MB piece of a file on such pages takes 5.5 ms instead of 0.19 ms. Pages return to the core that freed them, so the memory of a run with two threads must
/// be touched by two threads.
/// </remarks>
internal static class HostMemory
{
    private static readonly byte[] s_block = new byte[1 << 21];

    /// <summary>Writes a file of the given size on each thread at once and deletes the files. The memory is then free but still assigned to the
    /// machine.</summary>
    /// <param name="bytes">The number of bytes that the threads will need in total. A single thread may need most of them.</param>
    /// <param name="threads">The number of threads.</param>
    public static void Fetch(long bytes, int threads)
    {
        using var written = new Barrier(threads);
        PinnedThreads.Run(threads, _ =>
        {
            string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
            using SafeFileHandle file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, FileOptions.DeleteOnClose, bytes);
            for (long at = 0; at < bytes; at += s_block.Length)
            {
                RandomAccess.Write(file, s_block, at);
            }

            written.SignalAndWait();
        });
    }
}
