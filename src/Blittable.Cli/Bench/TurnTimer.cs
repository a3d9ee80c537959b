using System.Diagnostics;

namespace Blittable.Cli;

/// <summary>Times operations in turn, so that other load on the machine affects all of them equally.</summary>
internal static class TurnTimer
{
    private const int FewestRounds = 5;

    private const int Passes = 2;

    /// <summary>The minimum and the maximum duration of a warm-up as multiples of the time. The runtime optimizes code such as <c>JsonDocument.Parse</c> in several
    /// steps, which take up to a second.</summary>
    private const int ShortestWarmUp = 3, LongestWarmUp = 12;

    /// <summary>The number of parts of the shortest warm-up by which speeds are compared, and the number of consecutive parts without progress that ends it.</summary>
    private const int WarmUpParts = 4, SteadyParts = 2;

    /// <summary>The share of the best time so far below which a time is progress.</summary>
    private const double Progress = 0.98;

    /// <summary>The duration of a turn that the clock measures precisely. Turns are shorter if the specified time is too short for the fewest rounds.</summary>
    private static readonly TimeSpan s_preciseTurn = TimeSpan.FromMilliseconds(2);

    /// <summary>Runs the operations in turn for about the specified time each, in two passes. A disturbance of one pass shows in the other.</summary>
    /// <param name="works">The operations. The last one is the baseline for the others.</param>
    /// <param name="time">The time for each operation.</param>
    /// <param name="cancellation">Cancels the measurement between two turns.</param>
    public static BenchTiming[] Measure(IReadOnlyList<Action> works, TimeSpan time, CancellationToken cancellation)
    {
        var turn = TimeSpan.FromTicks(Math.Min(s_preciseTurn.Ticks, time.Ticks / (Passes * FewestRounds)));
        int[] repeats = [.. works.Select(work => WarmUp(work, turn, time, cancellation))];
        List<double>[][] passes = [.. Enumerable.Range(0, Passes).Select(_ => Pass(works, repeats, time / Passes, cancellation))];
        return [.. works.Select((_, i) => BenchTiming.Of([.. passes.Select(pass => (pass[i], pass[^1]))]))];
    }

    private static List<double>[] Pass(IReadOnlyList<Action> works, int[] repeats, TimeSpan time, CancellationToken cancellation)
    {
        List<double>[] times = [.. works.Select(_ => new List<double>())];

        // Collects the garbage of the previous pass.
        GC.Collect();
        var start = Stopwatch.GetTimestamp();
        do
        {
            for (var i = 0; i < works.Count; i++)
            {
                cancellation.ThrowIfCancellationRequested();
                times[i].Add(Time(works[i], repeats[i]).TotalNanoseconds / repeats[i]);
            }
        }
        while (times[0].Count < FewestRounds || Stopwatch.GetElapsedTime(start) < time * works.Count);

        return times;
    }

    /// <summary>Runs an operation until its times are steady.</summary>
    /// <returns>The number of repeats that makes a turn long enough.</returns>
    private static int WarmUp(Action work, TimeSpan shortestTurn, TimeSpan time, CancellationToken cancellation)
    {
        var (repeats, steadyParts) = (1, 0);
        var (best, bestOfPart) = (double.MaxValue, double.MaxValue);
        var (start, partStart) = (Stopwatch.GetTimestamp(), Stopwatch.GetTimestamp());
        while (true)
        {
            cancellation.ThrowIfCancellationRequested();
            var turn = Time(work, repeats);
            bestOfPart = Math.Min(bestOfPart, turn.TotalNanoseconds / repeats);
            if (Stopwatch.GetElapsedTime(partStart) >= time * ShortestWarmUp / WarmUpParts)
            {
                steadyParts = bestOfPart < Progress * best ? 0 : steadyParts + 1;
                (best, bestOfPart, partStart) = (Math.Min(best, bestOfPart), double.MaxValue, Stopwatch.GetTimestamp());
            }

            var elapsed = Stopwatch.GetElapsedTime(start);
            if (turn < shortestTurn)
            {
                repeats *= 2;
            }
            else if (elapsed >= time * LongestWarmUp || (elapsed >= time * ShortestWarmUp && steadyParts >= SteadyParts))
            {
                return repeats;
            }
        }
    }

    private static TimeSpan Time(Action work, int repeats)
    {
        var start = Stopwatch.GetTimestamp();
        for (var i = 0; i < repeats; i++)
        {
            work();
        }

        return Stopwatch.GetElapsedTime(start);
    }
}
