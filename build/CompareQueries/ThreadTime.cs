using System.Runtime.InteropServices;

/// <summary>Reads the processor time of the current thread (Linux).</summary>
internal static partial class ThreadTime
{
    private const int ThreadClock = 3;

    /// <summary>Gets the processor time in milliseconds.</summary>
    public static double Now
    {
        get
        {
            _ = GetTime(ThreadClock, out var time);
            return (time.Seconds * 1e3) + (time.Nanoseconds / 1e6);
        }
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, out Time time);

    private struct Time
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
