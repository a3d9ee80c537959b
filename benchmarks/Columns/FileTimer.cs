using System.Diagnostics;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Columns;

/// <summary>Times what makes a new file; deleting it is not timed.</summary>
internal static class FileTimer
{
    private const int FewestRuns = 5;

    public static string NewPath() => Path.Combine(Path.GetTempPath(), $"blittable-{Guid.NewGuid():n}");

    public static Measurement Measure(Action<string> make, int items, TimeBudget budget)
    {
        var times = new List<double>();
        var started = Stopwatch.GetTimestamp();
        var measuring = false;
        while (!measuring || times.Count < FewestRuns || Stopwatch.GetElapsedTime(started) < budget.Measure)
        {
            if (!measuring && Stopwatch.GetElapsedTime(started) >= budget.WarmUp)
            {
                measuring = true;
                started = Stopwatch.GetTimestamp();
            }

            var path = NewPath();
            var start = Stopwatch.GetTimestamp();
            make(path);
            var time = Stopwatch.GetElapsedTime(start);
            File.Delete(path);
            if (measuring)
            {
                times.Add(time.TotalNanoseconds / items);
            }
        }

        return new Measurement
        {
            Nanoseconds = Statistics.Median(times),
            Mean = times.Average(),
            StandardDeviation = Statistics.StandardDeviation(times),
            Batches = times.Count,
            PeakResident = Process.GetCurrentProcess().PeakWorkingSet64,
        };
    }
}
