namespace Blittable.Cli;

/// <summary>Converts a completed fraction of the work to the number of steps since the last report. Thread-safe.</summary>
/// <param name="steps">The number of steps of the work.</param>
/// <param name="onSteps">Receives the steps completed since the last report.</param>
internal sealed class StepProgress(long steps, Action<long> onSteps) : IProgress<double>
{
    private readonly Lock _lock = new();
    private long _done;

    public void Report(double value)
    {
        // Reports of several threads can arrive out of order.
        lock (_lock)
        {
            var done = Math.Max(_done, (long)(steps * value));
            onSteps(done - _done);
            _done = done;
        }
    }
}
