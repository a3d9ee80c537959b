using System.Diagnostics;

namespace Blittable.Benchmarks.Harness;

/// <summary>Times a piece of work in this process.</summary>
internal static class CellTimer
{
    /// <summary>A batch is long enough that neither the clock nor a timer interrupt shows in it, nor that a turn has only begun.</summary>
    private static readonly TimeSpan ShortestBatch = TimeSpan.FromMilliseconds(20);

    /// <summary>
    /// A turn begins with so large a part of a batch, or one operation, that is not timed, for peers have left their own in caches and predictors.
    /// </summary>
    private const int UntimedPart = 4;

    /// <summary>Batches from this length on need no such part.</summary>
    private static readonly TimeSpan LongBatch = TimeSpan.FromMilliseconds(100);

    private const int FewestBatches = 5;

    /// <summary>After so long fewer batches are enough, so that work of seconds comes to an end.</summary>
    private static readonly TimeSpan LongestFewest = TimeSpan.FromSeconds(8);

    /// <param name="work">The work.</param>
    /// <param name="budget">How long it is warmed up and measured.</param>
    /// <param name="turns">Where each batch waits for its turn.</param>
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
            // Asking for a turn allocates too, and is not the cell's.
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

    /// <summary>Runs until the time is up and runs are steady, and returns how many operations make a batch.</summary>
    /// <remarks>The batches grow from one operation, so that the optimizer meets the loop in the form that is measured.</remarks>
    private static int WarmUpAndCount(Action run, TimeSpan time)
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
