using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Blittable.Benchmarks.Storage;

/// <summary>Measures the processor time of the calling thread in nanoseconds, or elapsed time if the system does not provide processor time.</summary>
internal static partial class ThreadClock
{
    /// <summary>CLOCK_THREAD_CPUTIME_ID of Linux.</summary>
    private const int ThreadProcessorTime = 3;

    public static long Nanoseconds => OperatingSystem.IsLinux() && GetTime(ThreadProcessorTime, out TimeSpec time) == 0
        ? (time.Seconds * 1_000_000_000) + time.Nanoseconds
        : Stopwatch.GetElapsedTime(0).Ticks * TimeSpan.NanosecondsPerTick;

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, out TimeSpec time);

    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
