using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Blittable.Benchmarks.Harness;

/// <summary>Removes files from the page cache of the system, so that the next reader reads from disk.</summary>
internal static partial class PageCache
{
    private const int DoNotNeed = 4;

    /// <summary>Gets a value that indicates whether the system supports removal.</summary>
    public static bool CanDrop => OperatingSystem.IsLinux();

    /// <summary>Removes a file after writing its changes to disk.</summary>
    /// <exception cref="IOException">The system rejected the request.</exception>
    public static void Drop(string path)
    {
        if (!CanDrop)
        {
            return;
        }

        using var file = File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        RandomAccess.FlushToDisk(file);
        if (Advise(file, 0, 0, DoNotNeed) is var error and not 0)
        {
            throw new IOException($"posix_fadvise failed with error {error} for '{path}'.");
        }
    }

    [LibraryImport("libc", EntryPoint = "posix_fadvise")]
    private static partial int Advise(SafeFileHandle file, long offset, long length, int advice);
}
