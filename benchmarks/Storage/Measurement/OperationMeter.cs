using System.Diagnostics;

namespace Blittable.Benchmarks.Storage;

/// <summary>Accumulates database and processing time of one operation, on the thread that created the meter.</summary>
internal sealed class OperationMeter
{
    private readonly long _processorStart = ThreadClock.Nanoseconds;
    private long _databaseTicks;

    /// <summary>Nanoseconds of processor time within database phases.</summary>
    private long _databaseProcessor;

    /// <summary>Gets or sets the number of rows handled by the current try.</summary>
    public long Rows { get; set; }

    /// <summary>Counts the time until disposal as database time. Processor time outside of these phases is processing time of this program.</summary>
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
