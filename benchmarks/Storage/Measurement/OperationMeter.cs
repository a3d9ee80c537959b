using System.Diagnostics;

namespace Blittable.Benchmarks.Storage;

/// <summary>Adds up where the time of one operation goes.</summary>
internal sealed class OperationMeter
{
    private long _databaseTicks;
    private long _processingTicks;

    /// <summary>Rows that the current try has handled.</summary>
    public long Rows { get; set; }

    /// <summary>Counts the time until disposal as the database's.</summary>
    public Phase Database() => new(ref _databaseTicks);

    /// <summary>Counts the time until disposal as this program's.</summary>
    public Phase Processing() => new(ref _processingTicks);

    public OperationSample ToSample(int retries) => new(Milliseconds(_databaseTicks), Milliseconds(_processingTicks), Rows, retries);

    private static double Milliseconds(long ticks) => ticks * 1_000.0 / Stopwatch.Frequency;

    internal ref struct Phase
    {
        private readonly ref long _total;
        private readonly long _start;

        public Phase(ref long total)
        {
            _total = ref total;
            _start = Stopwatch.GetTimestamp();
        }

        public readonly void Dispose() => _total += Stopwatch.GetTimestamp() - _start;
    }
}
