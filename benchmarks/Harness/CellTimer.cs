using System.Diagnostics;

namespace Blittable.Benchmarks.Harness;

/// <summary>Times work in this process.</summary>
internal static class CellTimer
{
    /// <summary>The minimum duration of a batch, long enough that the clock resolution, a timer interrupt and the start of a turn do not affect it.</summary>
    private static readonly TimeSpan ShortestBatch = TimeSpan.FromMilliseconds(20);

    /// <summary>The untimed share of a batch at the start of a turn (a quarter, at least one operation). It refills caches and branch predictors after the
    /// turns of the peers.</summary>
    private const int UntimedPart = 4;

    /// <summary>The batch duration above which a turn has no untimed share.</summary>
    private static readonly TimeSpan LongBatch = TimeSpan.FromMilliseconds(100);

    private const int FewestBatches = 5;

    /// <summary>The time after which fewer batches are sufficient, for work that takes seconds.</summary>
    private static readonly TimeSpan LongestFewest = TimeSpan.FromSeconds(8);

    /// <param name="work">The work.</param>
    /// <param name="budget">The time to warm up and to measure.</param>
    /// <param name="turns">Provides the turn for each batch.</param>
    public static Measurement Measure(Work work, TimeBudget budget, Turns turns)
    {
        int operations = WarmUpAndCount(work.Run, budget.WarmUp);
        GC.Collect();
        GC.WaitForPendingFinalizers();

        var batches = new List<double>();
        long allocated = 0;
        TimeSpan measured = TimeSpan.Zero;
        TimeSpan batch = TimeSpan.Zero;
        long runs = 0;
        do
        {
            turns.Await();
            int untimed = batch < LongBatch ? Math.Max(1, operations / UntimedPart) : 0;
            // Requesting a turn also allocates, which must not count for the cell.
            long allocatedBefore = GC.GetTotalAllocatedBytes(precise: true);
            TimeBatch(work.Run, untimed);
            batch = TimeBatch(work.Run, operations);
            allocated += GC.GetTotalAllocatedBytes(precise: true) - allocatedBefore;
            runs += untimed + operations;
            measured += batch;
            batches.Add(batch.TotalNanoseconds / operations / work.Items);
        }
        while ((batches.Count < FewestBatches && measured < LongestFewest) || measured < budget.Measure);

        return Measurement.Of(batches) with
        {
            Bytes = (double)work.Bytes / work.Items,
            Allocated = (double)allocated / runs / work.Items,
            Facts = work.Facts,
        };
    }

    /// <summary>Runs until the time is up and the times are steady. Returns the number of operations in a batch.</summary>
    /// <remarks>Batches grow from one operation, so that the JIT optimizes the loop in the form that is measured.</remarks>
    public static int WarmUpAndCount(Action run, TimeSpan time)
    {
        var warmUp = new WarmUp(time);
        int operations = 1;
        bool isOver = false;
        TimeSpan batch;
        do
        {
            batch = TimeBatch(run, operations);
            isOver |= warmUp.IsOver(batch.TotalNanoseconds / operations);
            if (batch < ShortestBatch && operations < 1 << 28)
            {
                operations *= 2;
            }
        }
        while (!isOver || batch < ShortestBatch / 2);

        return operations;
    }

    private static TimeSpan TimeBatch(Action run, int operations)
    {
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < operations; i++)
        {
            run();
        }

        return Stopwatch.GetElapsedTime(start);
    }
}
