using System.Diagnostics;

namespace Blittable.Cli;

/// <summary>Times pieces of work in turn, so that other load on the machine slows all of them alike.</summary>
internal static class TurnTimer
{
    private const int FewestRounds = 5;

    private const int Passes = 2;

    /// <summary>So much of the time warms up, while the runtime optimizes what it has seen to be hot.</summary>
    private const double WarmUpShare = 0.5;

    private static readonly TimeSpan s_shortestTurn = TimeSpan.FromMilliseconds(2);

    /// <summary>Runs all works in turn for about the given time each, in two passes: what disturbs one pass shows in the other.</summary>
    /// <param name="works">The works; the last one is what the others are compared with.</param>
    /// <param name="time">The time for each of them.</param>
    /// <param name="cancellation">Stops between two turns.</param>
    public static BenchTiming[] Measure(IReadOnlyList<Action> works, TimeSpan time, CancellationToken cancellation)
    {
        int[] repeats = [.. works.Select(work => WarmUp(work, time * WarmUpShare, cancellation))];
        List<double>[][] passes = [.. Enumerable.Range(0, Passes).Select(_ => Pass(works, repeats, time / Passes, cancellation))];
        return [.. works.Select((_, i) => BenchTiming.Of([.. passes.Select(pass => (pass[i], pass[^1]))]))];
    }

    private static List<double>[] Pass(IReadOnlyList<Action> works, int[] repeats, TimeSpan time, CancellationToken cancellation)
    {
        List<double>[] times = [.. works.Select(_ => new List<double>())];

        // Garbage of the pass before is none of this one's.
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

    /// <returns>How many repeats make a turn long enough for the clock.</returns>
    private static int WarmUp(Action work, TimeSpan time, CancellationToken cancellation)
    {
        var repeats = 1;
        var start = Stopwatch.GetTimestamp();
        TimeSpan turn;
        do
        {
            cancellation.ThrowIfCancellationRequested();
            turn = Time(work, repeats);
            if (turn < s_shortestTurn)
            {
                repeats *= 2;
            }
        }
        while (turn < s_shortestTurn || Stopwatch.GetElapsedTime(start) < time);

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
