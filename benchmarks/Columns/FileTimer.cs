using System.Diagnostics;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Columns;

/// <summary>Times actions that create and read files, one run at a time.</summary>
internal static class FileTimer
{
    private const int FewestRuns = 5;
    private const int FewestPairs = 10;

    public static string NewPath() => Path.Combine(Path.GetTempPath(), $"blittable-{Guid.NewGuid():n}");

    public static Measurement Measure(Action<string> make, int items, TimeBudget budget) => Measure(new NewFile(make).Time, null, items, budget);

    /// <summary>Times runs in alternation with runs of a reference, so that interference from other programs slows both.</summary>
    /// <param name="run">Runs once and returns the elapsed time.</param>
    /// <param name="beside">
    /// Runs the reference once and returns the elapsed time. The measurement then has <see cref="Measurement.Gain"/>, the median over pairs of runs.
    /// </param>
    /// <param name="items">The number of items in a run.</param>
    /// <param name="budget">The time to warm up and to measure.</param>
    /// <param name="workers">The number of workers that share a run.</param>
    public static Measurement Measure(Func<TimeSpan> run, Func<TimeSpan>? beside, int items, TimeBudget budget, int workers = 1)
    {
        DiskWrites.Await();
        var times = new List<double>();
        var gains = new List<double>();
        var warmUp = new WarmUp(budget.WarmUp);
        while (!warmUp.IsOver(Turn().Time.TotalNanoseconds))
        {
        }

        var fewest = beside is null ? FewestRuns : FewestPairs;
        var started = Stopwatch.GetTimestamp();
        while (times.Count < fewest || Stopwatch.GetElapsedTime(started) < budget.Measure)
        {
            var (other, time) = Turn();
            times.Add(time.TotalNanoseconds / items);
            gains.Add(other / time);
        }

        return Measurement.Of(times) with
        {
            Facts = beside is null ? [] : new Dictionary<string, double> { [Measurement.Gain] = Statistics.Median(gains), [Measurement.WorkerCount] = workers },
        };

        (TimeSpan Other, TimeSpan Time) Turn() => (beside?.Invoke() ?? TimeSpan.Zero, run());
    }

    /// <summary>Returns the elapsed time of an action.</summary>
    public static TimeSpan Time(Action run)
    {
        var start = Stopwatch.GetTimestamp();
        run();
        return Stopwatch.GetElapsedTime(start);
    }
}
