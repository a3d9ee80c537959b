using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>Hands the chunk groups of all stripes out to workers.</summary>
internal static class QueryExecutor
{
    /// <summary>Runs a query to its end, with one worker on the caller's thread, with more on the thread pool.</summary>
    /// <param name="plan">The query.</param>
    /// <param name="options">The most workers, and what cancels them; looked at before each chunk group.</param>
    /// <param name="create">Makes a worker.</param>
    /// <returns>All workers, to be merged.</returns>
    public static TWorker[] Run<TWorker>(QueryPlan plan, ParallelOptions options, Func<TWorker> create)
        where TWorker : QueryWorker
    {
        var groups = new List<(int Stripe, int Group)>();
        for (var stripe = 0; stripe < plan.Snapshot.Stripes.Count; stripe++)
        {
            for (var group = 0; group < plan.Snapshot.Stripes[stripe].GroupCount; group++)
            {
                groups.Add((stripe, group));
            }
        }

        var workers = new TWorker[Math.Max(1, Math.Min(options.MaxDegreeOfParallelism, groups.Count))];
        var next = -1;
        ColumnWorkers.Run(workers.Length, options, index =>
        {
            var worker = workers[index] = create();
            for (int ticket; (ticket = Interlocked.Increment(ref next)) < groups.Count;)
            {
                options.CancellationToken.ThrowIfCancellationRequested();
                if (worker.Cursor.MoveTo(groups[ticket].Stripe, groups[ticket].Group))
                {
                    worker.Add();
                }
            }
        });
        return workers;
    }
}
