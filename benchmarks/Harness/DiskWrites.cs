using System.Globalization;
using System.Runtime.InteropServices;

namespace Blittable.Benchmarks.Harness;

/// <summary>Waits until previous writes are on disk, because writing them uses a core and the disk during a measurement.</summary>
internal static partial class DiskWrites
{
    /// <summary>The maximum time to wait, in case other programs keep writing.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);

    private const long FewKilobytes = 4 << 10;

    public static void Await()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        long deadline = Environment.TickCount64 + (long)Patience.TotalMilliseconds;
        Task synced = Task.Run(Synchronize);
        while ((!synced.IsCompleted || Pending() > FewKilobytes) && Environment.TickCount64 < deadline)
        {
            Thread.Sleep(20);
        }
    }

    /// <summary>Returns the number of kilobytes that are dirty or under writeback.</summary>
    private static long Pending() => File.ReadLines("/proc/meminfo")
        .Where(line => line.StartsWith("Dirty:", StringComparison.Ordinal) || line.StartsWith("Writeback:", StringComparison.Ordinal))
        .Sum(line => long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture));

    [LibraryImport("libc", EntryPoint = "sync")]
    private static partial void Synchronize();
}
