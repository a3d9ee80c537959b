using System.Diagnostics;

namespace Blittable.Benchmarks.Storage;

/// <summary>Accumulates database and processing time of one operation, on the thread that created the meter.</summary>
internal sealed class OperationMeter(MeasurementClock clock)
{
    private readonly MeasurementClock _clock = clock;
    private readonly long _processorStart = clock.ProcessorNanoseconds;
    private long _databaseTicks;

    /// <summary>Nanoseconds of processor time within database phases.</summary>
    private long _databaseProcessor;

    public OperationMeter()
        : this(MeasurementClock.System)
    {
    }

    /// <summary>Gets or sets the number of rows handled by the current try.</summary>
    public long Rows { get; set; }

    /// <summary>Counts the time until disposal as database time. Processor time outside of these phases is processing time of this program.</summary>
    public Phase Database() => new(this);

    public OperationSample ToSample(int retries)
    {
        long processor = _clock.ProcessorNanoseconds - _processorStart - _databaseProcessor;
        return new OperationSample(_databaseTicks * 1_000.0 / Stopwatch.Frequency, Math.Max(0, processor) / 1e6, Rows, retries);
    }

    internal readonly ref struct Phase(OperationMeter meter)
    {
        private readonly long _processor = meter._clock.ProcessorNanoseconds;
        private readonly long _start = meter._clock.Timestamp;

        public void Dispose()
        {
            meter._databaseTicks += meter._clock.Timestamp - _start;
            meter._databaseProcessor += meter._clock.ProcessorNanoseconds - _processor;
        }
    }
}
