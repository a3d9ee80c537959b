using System.Diagnostics;
using System.Runtime.ExceptionServices;

namespace Blittable.Benchmarks.Storage;

/// <summary>Runs the workloads with one model on one database.</summary>
internal sealed class WorkloadRunner(StorageDatabase database, DateModel model, StorageOptions options, TextWriter log)
{
    private readonly WorkloadTable _table = new(database);

    /// <summary>Runs one round with its own control table.</summary>
    public ModelResult Run()
    {
        var result = new ModelResult(database.Name, model.Name);
        using var connection = database.Open();
        ControlTable.Create(database, connection, options);
        try
        {
            Run(result);
            return result;
        }
        finally
        {
            ControlTable.Drop(connection);
        }
    }

    /// <summary>Adds a round to a result. The control table must exist. Everything runs twice: first on a few rows to compile methods and prepare statements,
    /// and then measured.</summary>
    public void Run(ModelResult result)
    {
        result.BeginRound();
        using var pool = new ConnectionPool(database, options.Threads + StorageOptions.SpareConnections);
        var connection = pool.Take();
        _table.Create(connection, options.WithDateIndex);
        try
        {
            var warmUp = options with { Rows = Math.Min(options.Rows, 2 * options.Batch * options.Threads) };
            RunAll(pool, connection, warmUp, new ModelResult(database.Name, model.Name));
            WorkloadTable.Clear(connection);
            database.Tidy(connection);

            result.Settings = database.DescribeSettings(connection);
            RunAll(pool, connection, options, result);
        }
        finally
        {
            WorkloadTable.Drop(connection);
            pool.Return(connection);
        }
    }

    private void RunAll(ConnectionPool pool, StorageConnection connection, StorageOptions runOptions, ModelResult result)
    {
        var rows = new RowGenerator(StorageOptions.Seed);
        foreach (var workload in Workload.All)
        {
            var isAsked = options.Workloads.Contains(workload);
            // Every workload requires the rows of the insert workload.
            if (!isAsked && workload is not InsertWorkload)
            {
                continue;
            }

            var context = new WorkloadContext(
                runOptions, model, _table, rows, WorkloadTable.Ids(connection), WorkloadTable.Count(connection), options.Rows);
            workload.Prepare(context, connection);
            var (workers, elapsed) = RunWorkers(pool, connection, workload, context, result);
            workload.Verify(context, connection, workers);
            if (isAsked)
            {
                result.Add(workload.Name, options.Threads, elapsed, workers);
                if (runOptions == options)
                {
                    log.WriteLine($"{result.DatabaseModel} {workload.Name}: {elapsed.TotalSeconds:F2} s");
                }
            }

            database.Tidy(connection);
            if (workload is InsertWorkload)
            {
                result.TableBytes = database.TableBytes(connection);
            }
        }
    }

    /// <summary>Starts all workers at once, each on its own thread and connection.</summary>
    private (IReadOnlyList<Worker> Workers, TimeSpan Elapsed) RunWorkers(
        ConnectionPool pool, StorageConnection observer, Workload workload, WorkloadContext context, ModelResult result)
    {
        var failure = default(ExceptionDispatchInfo);
        var workers = Enumerable.Range(0, options.Threads).Select(index => new Worker(index, context, pool.Take())).ToArray();
        using var start = new ManualResetEventSlim();
        var threads = workers.Select(worker => new Thread(() =>
        {
            start.Wait();
            try
            {
                workload.Run(worker);
            }
            catch (Exception error) when (error is StorageException or WorkloadException or InvalidOperationException)
            {
                Interlocked.CompareExchange(ref failure, ExceptionDispatchInfo.Capture(error), null);
            }
        })).ToArray();
        foreach (var thread in threads)
        {
            thread.Start();
        }

        var clock = Stopwatch.StartNew();
        start.Set();
        result.ConnectionsSeen = Math.Max(result.ConnectionsSeen, database.CountConnections(observer));
        foreach (var thread in threads)
        {
            thread.Join();
        }

        var elapsed = clock.Elapsed;
        foreach (var worker in workers)
        {
            pool.Return(worker.Connection);
        }

        failure?.Throw();
        return (workers, elapsed);
    }
}
