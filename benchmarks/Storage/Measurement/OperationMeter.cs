using System.Diagnostics;

namespace Blittable.Benchmarks.Storage;

/// <summary>Adds up where the time of one operation goes, on the thread that made the meter.</summary>
internal sealed class OperationMeter
{
    private readonly long _processorStart = ThreadClock.Nanoseconds;
    private long _databaseTicks;

    /// <summary>Nanoseconds that the processor spent within the database's phases.</summary>
    private long _databaseProcessor;

    /// <summary>Rows that the current try has handled.</summary>
    public long Rows { get; set; }

    /// <summary>Counts the time until disposal as the database's; what the thread computes outside of such phases is this program's.</summary>
    public Phase Database() => new(this);

    public OperationSample ToSample(int retries)
    {
        long processor = ThreadClock.Nanoseconds - _processorStart - _databaseProcessor;
        return new OperationSample(_databaseTicks * 1_000.0 / Stopwatch.Frequency, Math.Max(0, processor) / 1e6, Rows, retries);
    }

    internal readonly ref struct Phase(OperationMeter meter)
    {
        private readonly long _processor = ThreadClock.Nanoseconds;
        private readonly long _start = Stopwatch.GetTimestamp();

        public void Dispose()
        {
            meter._databaseTicks += Stopwatch.GetTimestamp() - _start;
            meter._databaseProcessor += ThreadClock.Nanoseconds - _processor;
        }
    }
}
