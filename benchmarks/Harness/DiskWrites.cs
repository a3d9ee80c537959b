using System.Globalization;
using System.Runtime.InteropServices;

namespace Blittable.Benchmarks.Harness;

/// <summary>Waits until what was written before is on the disk, since writing it takes a core and the disk from what is measured.</summary>
internal static partial class DiskWrites
{
    /// <summary>Where other programs go on writing, this is enough.</summary>
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

    /// <summary>The kilobytes that wait to be written or are being written.</summary>
    private static long Pending() => File.ReadLines("/proc/meminfo")
        .Where(line => line.StartsWith("Dirty:", StringComparison.Ordinal) || line.StartsWith("Writeback:", StringComparison.Ordinal))
        .Sum(line => long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture));

    [LibraryImport("libc", EntryPoint = "sync")]
    private static partial void Synchronize();
}
