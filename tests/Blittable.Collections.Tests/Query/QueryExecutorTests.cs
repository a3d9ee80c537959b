using System.Collections.Concurrent;
using Blittable.Collections;
using Blittable.Collections.Query.Execution;
using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Tests.Query;

public sealed class QueryExecutorTests
{
    private static readonly string[] Sample = SampleDocuments.Make(900, seed: 3);

    [Fact]
    public void Another_thread_joins_a_query_with_enough_remaining_work()
    {
        using var reader = SampleCollection.Open(Sample);
        var threads = new ConcurrentDictionary<int, int>();
        var rows = 0;

        reader.Scan().WithWorkers(2, TimeSpan.Zero).Select("$.id").ForEach(batch =>
        {
            Interlocked.Add(ref rows, batch.Count);
            if (!threads.TryAdd(Environment.CurrentManagedThreadId, 0))
            {
                // The caller's second batch does not end before the other thread has received one.
                Assert.True(SpinWait.SpinUntil(() => threads.Count == 2, TimeSpan.FromSeconds(30)));
            }
        });

        Assert.Equal(2, threads.Count);
        Assert.Contains(Environment.CurrentManagedThreadId, threads.Keys);
        Assert.Equal(Sample.Length, rows);
    }

    /// <summary>Workers may have temporary files, which must not wait for the finalizer.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void All_workers_of_a_failed_query_are_disposed(int count)
    {
        using var reader = SampleCollection.Open(Sample);
        var plan = new QueryPlan(reader.Snapshot.Set, null);
        plan.Seal();
        var workers = new ConcurrentBag<FailingWorker>();
        Assert.Throws<InvalidDataException>(() => QueryExecutor<FailingWorker>.Run(plan, new WorkSharing(count, TimeSpan.Zero, default), () =>
        {
            var worker = new FailingWorker(plan);
            workers.Add(worker);
            return worker;
        }));
        Assert.NotEmpty(workers);
        Assert.All(workers, worker => Assert.True(worker.IsDisposed));
    }

    [Fact]
    public void A_short_query_runs_on_the_calling_thread()
    {
        using var reader = SampleCollection.Open(Sample);
        var threads = new ConcurrentDictionary<int, int>();

        reader.Scan().WithWorkers(4, TimeSpan.FromHours(1)).Select("$.id").ForEach(_ => threads.TryAdd(Environment.CurrentManagedThreadId, 0));

        Assert.Equal([Environment.CurrentManagedThreadId], threads.Keys);
    }

    [Fact]
    public void An_exception_on_another_thread_is_rethrown_and_ends_the_query()
    {
        using var reader = SampleCollection.Open(Sample);
        using var failed = new ManualResetEventSlim();
        var caller = Environment.CurrentManagedThreadId;
        var batches = 0;

        var error = Assert.Throws<InvalidDataException>(() => reader.Scan().WithWorkers(2, TimeSpan.Zero).Select("$.id").ForEach(_ =>
        {
            if (Environment.CurrentManagedThreadId != caller)
            {
                failed.Set();
                throw new InvalidDataException("on another thread");
            }

            if (++batches > 1)
            {
                failed.Wait(TimeSpan.FromSeconds(30));
            }
        }));

        Assert.Equal("on another thread", error.Message);
    }

    [Fact]
    public void An_exception_on_the_calling_thread_is_thrown_after_the_other_threads_have_stopped()
    {
        using var reader = SampleCollection.Open(Sample);
        using var joined = new ManualResetEventSlim();
        using var thrown = new ManualResetEventSlim();
        var caller = Thread.CurrentThread;
        var (batches, hasReturned, wasFirst) = (0, false, true);

        Assert.Throws<InvalidDataException>(() => reader.Scan().WithWorkers(2, TimeSpan.Zero).Select("$.id").ForEach(_ =>
        {
            if (Thread.CurrentThread != caller)
            {
                // The other thread stays inside until the caller waits for it, or until the query has returned.
                joined.Set();
                thrown.Wait(TimeSpan.FromSeconds(30));
                SpinWait.SpinUntil(() => Volatile.Read(ref hasReturned) || (caller.ThreadState & ThreadState.WaitSleepJoin) != 0, TimeSpan.FromSeconds(30));
                wasFirst = !Volatile.Read(ref hasReturned);
            }
            else if (++batches > 1)
            {
                Assert.True(joined.Wait(TimeSpan.FromSeconds(30)));
                thrown.Set();
                throw new InvalidDataException("on the caller's thread");
            }
        }));

        Volatile.Write(ref hasReturned, true);
        Assert.True(Volatile.Read(ref wasFirst));
    }

    private sealed class FailingWorker(QueryPlan plan) : QueryWorker(plan), IDisposable
    {
        private int _added;

        public bool IsDisposed { get; private set; }

        public override void Add()
        {
            if (++_added == 3)
            {
                throw new InvalidDataException("the third chunk group");
            }
        }

        public void Dispose() => IsDisposed = true;
    }
}
