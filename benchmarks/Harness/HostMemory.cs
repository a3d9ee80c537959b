using Microsoft.Win32.SafeHandles;

namespace Blittable.Benchmarks.Harness;

/// <summary>Has a virtual machine's host give it the memory that a new file is about to take.</summary>
/// <remarks>
/// A machine that tells its host which pages are free (Linux does every two seconds) gets each of them back only when it is touched, by a fault that takes
/// the host 10 µs. A file of 2 MB pieces that meets such pages takes 5.5 ms for each instead of 0.19. Pages come back to the core that gave them up,
/// so what a run of two threads takes has to be touched by two threads too.
/// </remarks>
internal static class HostMemory
{
    private static readonly byte[] s_block = new byte[1 << 21];

    /// <summary>Lets each thread write a file of that size, all together, and deletes them: what they took is free then, and the machine's own.</summary>
    /// <param name="bytes">What the threads will take in all; any of them may come to take most of it.</param>
    /// <param name="threads">The threads.</param>
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
