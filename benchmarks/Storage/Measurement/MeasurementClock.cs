using System.Diagnostics;

namespace Blittable.Benchmarks.Storage;

/// <summary>Provides the times of a measurement. Tests derive from it to set them.</summary>
internal class MeasurementClock
{
    /// <summary>Gets the clock of this machine.</summary>
    public static MeasurementClock System { get; } = new();

    /// <summary>Gets the elapsed time in ticks of <see cref="Stopwatch"/>.</summary>
    public virtual long Timestamp => Stopwatch.GetTimestamp();

    /// <summary>Gets the processor time of the calling thread in nanoseconds.</summary>
    public virtual long ProcessorNanoseconds => ThreadClock.Nanoseconds;
}
