using System.Diagnostics;
using System.Runtime.ExceptionServices;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Query.Execution;

/// <summary>Distributes the chunk groups of all stripes to workers. The caller's thread starts; thread pool threads join if enough work remains.</summary>
internal sealed class QueryExecutor<TWorker>
    where TWorker : QueryWorker
{
    private readonly List<(int Stripe, int Group)> _groups = [];
    private readonly List<TWorker> _workers = [];
    private readonly WorkSharing _sharing;
    private readonly Func<TWorker> _create;
    private readonly ReadMeter? _meter;
    private int _next = -1;
    private int _done;

    private QueryExecutor(QueryPlan plan, WorkSharing sharing, Func<TWorker> create)
    {
        _sharing = sharing;
        _create = create;
        _meter = plan.Profile?.Meter;
        for (var stripe = 0; stripe < plan.Snapshot.Stripes.Count; stripe++)
        {
            for (var group = 0; group < plan.Snapshot.Stripes[stripe].GroupCount; group++)
            {
                _groups.Add((stripe, group));
            }
        }
    }

    /// <summary>Runs a query to its end.</summary>
    /// <param name="plan">The query plan.</param>
    /// <param name="sharing">The number of workers, and when they start.</param>
    /// <param name="create">Creates a worker.</param>
    /// <returns>The workers that took part, at least one, which the caller merges.</returns>
    public static IReadOnlyList<TWorker> Run(QueryPlan plan, WorkSharing sharing, Func<TWorker> create)
    {
        using var measure = QueryMeasure.Start(plan);
        var executor = new QueryExecutor<TWorker>(plan, sharing, create);
        try
        {
            executor.Run();
        }
        catch
        {
            // The workers may have temporary files.
            foreach (var worker in executor._workers)
            {
                (worker as IDisposable)?.Dispose();
            }

            throw;
        }

        measure.IsDone = true;
        return executor._workers;
    }

    private void Run()
    {
        Task[] others = [];
        using var over = new CancellationTokenSource();
        var started = Stopwatch.GetTimestamp();
        var done = 0;
        try
        {
            var worker = Hire();
            while (TryTake(out var ticket))
            {
                Process(worker, ticket);
                if (others.Length == 0 && _sharing.Workers > 1 && IsWorthwhile(Stopwatch.GetElapsedTime(started), ++done))
                {
                    others = [.. Enumerable.Range(1, _sharing.Workers - 1).Select(_ => Task.Run(Help, over.Token))];
                }
            }
        }
        finally
        {
            // Wait for helpers that have started, because they read the file. Helpers that have not started by now never start.
            Interlocked.Exchange(ref _next, _groups.Count);
            over.Cancel();
            foreach (var other in others)
            {
                other.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing).GetAwaiter().GetResult();
            }
        }

        if (Array.Find(others, other => other.IsFaulted) is { } failed)
        {
            ExceptionDispatchInfo.Throw(failed.Exception!.InnerException!);
        }
    }

    /// <summary>Determines whether the remaining groups are worth a helper, if they take as long as the previous ones.</summary>
    private bool IsWorthwhile(TimeSpan elapsed, int done) => elapsed * (_groups.Count - done) >= _sharing.Worthwhile * done;

    private void Help()
    {
        ReadMeter.Exchange(_meter);
        try
        {
            for (TWorker? worker = null; TryTake(out var ticket);)
            {
                Process(worker ??= Hire(), ticket);
            }
        }
        catch
        {
            Interlocked.Exchange(ref _next, _groups.Count);
            throw;
        }
        finally
        {
            ReadMeter.Exchange(null);
        }
    }

    private TWorker Hire()
    {
        var worker = _create();
        lock (_workers)
        {
            _workers.Add(worker);
        }

        return worker;
    }

    private bool TryTake(out int ticket) => (ticket = Interlocked.Increment(ref _next)) < _groups.Count;

    private void Process(TWorker worker, int ticket)
    {
        _sharing.Cancellation.ThrowIfCancellationRequested();
        if (worker.Cursor.MoveTo(_groups[ticket].Stripe, _groups[ticket].Group))
        {
            worker.Add();
        }

        _sharing.Progress?.Report((double)Interlocked.Increment(ref _done) / _groups.Count);
    }
}
