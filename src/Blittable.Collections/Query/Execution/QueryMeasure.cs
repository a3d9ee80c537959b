using System.Diagnostics;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Snapshots;

namespace Blittable.Collections.Query.Execution;

/// <summary>Reports a query through an activity, metrics and a log message. The query runs until this is disposed.</summary>
internal sealed class QueryMeasure : IDisposable
{
    private readonly QueryPlan _plan;
    private readonly Activity? _activity;
    private readonly long _start;

    private QueryMeasure(QueryPlan plan)
    {
        _plan = plan;
        _activity = BlittableMetrics.Start("blittable.query");
        _start = Stopwatch.GetTimestamp();
    }

    /// <summary>Gets or sets a value that indicates whether the query has done all that was asked of it so far. If not, an exception disposes this.</summary>
    public bool IsDone { get; set; }

    public static QueryMeasure Start(QueryPlan plan)
    {
        plan.Profile?.Restart();
        return new QueryMeasure(plan);
    }

    public void Dispose()
    {
        var time = Stopwatch.GetElapsedTime(_start);
        var (groups, skipped) = (_plan.GroupCount, _plan.SkippedGroups);
        BlittableMetrics.Queried(time, groups, skipped);
        CollectionLog.Queried(CollectionLog.Logger, time.TotalMilliseconds, skipped, groups);
        _activity?.SetTag("blittable.groups", groups).SetTag("blittable.groups.skipped", skipped);
        if (!IsDone)
        {
            _activity?.SetStatus(ActivityStatusCode.Error);
        }

        _activity?.Dispose();
    }
}
