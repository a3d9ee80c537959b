namespace Blittable.Arrow.Tool;

/// <summary>Converts a completed fraction of the work to the number of steps since the last report.</summary>
internal sealed class StepProgress(long steps, Action<long> onSteps) : IProgress<double>
{
    private long _done;

    public void Report(double value)
    {
        var done = (long)(steps * value);
        onSteps(done - _done);
        _done = done;
    }
}
