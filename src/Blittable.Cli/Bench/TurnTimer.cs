using System.Diagnostics;

namespace Blittable.Cli;

/// <summary>Times operations in turn, so that other load on the machine affects all of them equally.</summary>
internal static class TurnTimer
{
    private const int FewestRounds = 5;

    private const int Passes = 2;

    /// <summary>The share of the time spent on warm-up, in which the runtime optimizes hot code.</summary>
    private const double WarmUpShare = 0.5;

    /// <summary>The duration of a turn that the clock measures precisely. Turns are shorter if the specified time is too short for the fewest rounds.</summary>
    private static readonly TimeSpan s_preciseTurn = TimeSpan.FromMilliseconds(2);

    /// <summary>Runs the operations in turn for about the specified time each, in two passes. A disturbance of one pass shows in the other.</summary>
    /// <param name="works">The operations. The last one is the baseline for the others.</param>
    /// <param name="time">The time for each operation.</param>
    /// <param name="cancellation">Cancels the measurement between two turns.</param>
    public static BenchTiming[] Measure(IReadOnlyList<Action> works, TimeSpan time, CancellationToken cancellation)
    {
        var turn = TimeSpan.FromTicks(Math.Min(s_preciseTurn.Ticks, time.Ticks / (Passes * FewestRounds)));
        int[] repeats = [.. works.Select(work => WarmUp(work, turn, time * WarmUpShare, cancellation))];
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

    /// <returns>The number of repeats that makes a turn long enough.</returns>
    private static int WarmUp(Action work, TimeSpan shortestTurn, TimeSpan time, CancellationToken cancellation)
    {
        var repeats = 1;
        var start = Stopwatch.GetTimestamp();
        TimeSpan turn;
        do
        {
            cancellation.ThrowIfCancellationRequested();
            turn = Time(work, repeats);
            if (turn < shortestTurn)
            {
                repeats *= 2;
            }
        }
        while (turn < shortestTurn || Stopwatch.GetElapsedTime(start) < time);

        return repeats;
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
