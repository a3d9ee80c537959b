namespace Blittable.Arrow.Building;

/// <summary>Reports the completed fraction of the work, at most about a hundred times.</summary>
/// <param name="progress">The receiver, or null.</param>
/// <param name="rows">The number of rows.</param>
/// <param name="share">The fraction of the total work that the rows represent.</param>
/// <param name="start">The fraction of the total work that is completed before the first row.</param>
internal sealed class RowProgress(IProgress<double>? progress, long rows, double share, double start)
{
    private readonly long _step = Math.Max(1, rows / 100);
    private long _done;

    public void Next()
    {
        if (++_done % _step == 0)
        {
            progress?.Report(start + (share * Math.Min(_done, rows) / Math.Max(1, rows)));
        }
    }
}
