namespace Blittable.Arrow.Building;

/// <summary>Reports the share of rows that are done, a hundred times at most.</summary>
/// <param name="progress">The receiver, or null.</param>
/// <param name="rows">All rows.</param>
/// <param name="share">The share of these rows in all of the work.</param>
/// <param name="start">The share of the work that was done before.</param>
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
