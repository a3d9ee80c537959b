using System.Globalization;

namespace Blittable.EntryMatrix;

/// <summary>Doubles inputs that once had quadratic time or memory, and prints the growth of both.</summary>
internal sealed class LinearTime(TextWriter output)
{
    /// <summary>The maximum growth of time and memory for an input of twice the size.</summary>
    private const double MostGrowth = 2.3;

    /// <summary>Shorter times are not compared, because most of them do not depend on the input.</summary>
    private const double LeastMilliseconds = 4;

    private const long LeastBytes = 1 << 20;

    private const int Rounds = 9;

    /// <summary>The time until the code is fully optimized.</summary>
    private const double WarmUpMilliseconds = 1500;

    private readonly TextWriter _output = output;
    private int _failures;

    /// <summary>Runs all cases.</summary>
    /// <returns>The number of cases in which time or memory more than doubled.</returns>
    public int Run()
    {
        _output.WriteLine("| case | n | time, ms | allocated, KB | time of 2n / n | of 4n / 2n | mean | allocated, mean |");
        _output.WriteLine("|---|---:|---:|---:|---:|---:|---:|---:|");
        foreach (var (name, size, prepare) in LinearCases.All())
        {
            Measure(name, size, prepare);
        }

        return _failures;
    }

    private void Measure(string name, int size, Func<int, Action> prepare)
    {
        Action[] actions = [prepare(size), prepare(2 * size), prepare(4 * size)];
        for (var spent = 0.0; spent < WarmUpMilliseconds;)
        {
            spent += actions.Sum(action => Time(action, out _));
        }

        var times = new double[actions.Length];
        var bytes = new long[actions.Length];
        times.AsSpan().Fill(double.MaxValue);
        for (var round = 0; round < Rounds; round++)
        {
            for (var i = 0; i < actions.Length; i++)
            {
                times[i] = Math.Min(times[i], Time(actions[i], out bytes[i]));
            }
        }

        // The mean of two doublings, because one of them may exceed a processor cache.
        var growth = Math.Sqrt(times[2] / times[0]);
        var growthOfBytes = Math.Sqrt((double)bytes[2] / Math.Max(bytes[0], 1));
        var isSlow = times[2] > LeastMilliseconds && growth > MostGrowth;
        var isLarge = bytes[2] > LeastBytes && growthOfBytes > MostGrowth;
        _failures += isSlow || isLarge ? 1 : 0;
        _output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"| {name} | {size:N0} | {times[0]:F2} | {bytes[0] / 1024.0:N0} | {times[1] / times[0]:F2} | {times[2] / times[1]:F2} | {growth:F2}{(isSlow ? " !" : "")} | {growthOfBytes:F2}{(isLarge ? " !" : "")} |"));
    }

    private static double Time(Action action, out long bytes)
    {
        // Processor time, so that other processes do not affect the result.
        var (start, before) = (Environment.CpuUsage.TotalTime, GC.GetTotalAllocatedBytes(precise: true));
        action();
        var milliseconds = (Environment.CpuUsage.TotalTime - start).TotalMilliseconds;
        bytes = GC.GetTotalAllocatedBytes(precise: true) - before;
        return milliseconds;
    }
}
