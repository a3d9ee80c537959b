using System.Globalization;

namespace Blittable.EntryMatrix;

/// <summary>Doubles inputs that were once a square of time or memory, and prints by how much both grow.</summary>
internal sealed class LinearTime(TextWriter output)
{
    /// <summary>Time and memory for an input of twice the size, at most.</summary>
    private const double MostGrowth = 2.3;

    /// <summary>Less than this is not compared: it is mostly what does not depend on the input.</summary>
    private const double LeastMilliseconds = 4;

    private const long LeastBytes = 1 << 20;

    private const int Rounds = 7;

    private readonly TextWriter _output = output;
    private int _failures;

    /// <summary>Runs all cases.</summary>
    /// <returns>The number of cases in which time or memory more than doubled.</returns>
    public int Run()
    {
        _output.WriteLine("| case | n | time, ms | allocated, KB | time of 2n / n | allocated |");
        _output.WriteLine("|---|---:|---:|---:|---:|---:|");
        foreach (var (name, size, prepare) in LinearCases.All())
        {
            Measure(name, size, prepare);
        }

        return _failures;
    }

    private void Measure(string name, int size, Func<int, Action> prepare)
    {
        var (one, two) = (prepare(size), prepare(2 * size));
        one();
        two();
        var ratios = new List<double>();
        var times = new List<double>();
        long bytes = 0, bytesOfTwo = 0;
        for (var round = 0; round < Rounds; round++)
        {
            var first = Time(one, out bytes);
            var second = Time(two, out bytesOfTwo);
            times.Add(first);
            ratios.Add(second / first);
        }

        times.Sort();
        ratios.Sort();
        var (time, growth) = (times[Rounds / 2], ratios[Rounds / 2]);
        var growthOfBytes = (double)bytesOfTwo / Math.Max(bytes, 1);
        var isSlow = time * growth > LeastMilliseconds && growth > MostGrowth;
        var isLarge = bytesOfTwo > LeastBytes && growthOfBytes > MostGrowth;
        _failures += isSlow || isLarge ? 1 : 0;
        _output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"| {name} | {size:N0} | {time:F2} | {bytes / 1024.0:N0} | {growth:F2}{(isSlow ? " !" : "")} | {growthOfBytes:F2}{(isLarge ? " !" : "")} |"));
    }

    private static double Time(Action action, out long bytes)
    {
        // Processor time, so that other processes do not count.
        var (start, before) = (Environment.CpuUsage.TotalTime, GC.GetTotalAllocatedBytes(precise: true));
        action();
        var milliseconds = (Environment.CpuUsage.TotalTime - start).TotalMilliseconds;
        bytes = GC.GetTotalAllocatedBytes(precise: true) - before;
        return milliseconds;
    }
}
