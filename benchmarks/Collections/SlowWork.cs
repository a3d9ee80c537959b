using System.Diagnostics;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Collections;

/// <summary>Times work that takes a second or more. Runs once to warm up, then as often as the budget allows, but at least once.</summary>
internal static class SlowWork
{
    public static Measurement Measure(Action run, TimeBudget budget)
    {
        run();
        var times = new List<double>();
        var started = Stopwatch.GetTimestamp();
        do
        {
            var start = Stopwatch.GetTimestamp();
            run();
            times.Add(Stopwatch.GetElapsedTime(start).TotalNanoseconds);
        }
        while (Stopwatch.GetElapsedTime(started) < budget.Measure);

        return Measurement.Of(times);
    }
}
