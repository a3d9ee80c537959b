namespace Blittable.Benchmarks.Harness;

/// <summary>A cell with what all its processes found; the figures are medians over them.</summary>
internal sealed class CellResult(Cell cell, IReadOnlyList<Measurement> processes)
{
    /// <summary>The group's baseline, or null when it has none.</summary>
    public CellResult? Baseline { get; set; }

    public string Group => cell.Group;

    public string Name => cell.Name;

    public bool IsBaseline => cell.IsBaseline;

    public IReadOnlyList<Measurement> Processes => processes;

    public double Nanoseconds => Median(m => m.Nanoseconds);

    /// <summary>How many workers shared the work.</summary>
    public int Workers => processes.Count > 0 && processes[0].Facts.TryGetValue(Measurement.WorkerCount, out double workers) ? (int)workers : 1;

    public double Mean => processes.Average(m => m.Mean);

    /// <summary>
    /// How far the true mean may be from <see cref="Mean"/>: the margin of the processes' confidence intervals of 99.9 %, and the distance of the
    /// process whose mean lies farthest away. NaN where each process has fewer than three batches.
    /// </summary>
    public double Error => processes.Average(m => m.Error ?? double.NaN) + processes.Max(m => Math.Abs(m.Mean - Mean));

    /// <summary>The deviation between batches, the median over the processes.</summary>
    public double StandardDeviation => Median(m => m.StandardDeviation);

    public double MegabytesPerSecond => Median(m => m.MegabytesPerSecond);

    public double Allocated => Median(m => m.Allocated);

    public double PeakResident => Median(m => m.PeakResident);

    /// <summary>How many times as fast as the baseline: the median over rounds, for in a round the two ran one after the other.</summary>
    public double Speedup => Baseline is null
        ? double.NaN
        : Statistics.Median(Baseline.Processes.Zip(processes, (other, own) => other.Nanoseconds / own.Nanoseconds));

    /// <summary>A figure that the cell gave beside its time; NaN when it has none of that name.</summary>
    public double Fact(string name) => Median(m => m.Facts.GetValueOrDefault(name, double.NaN));

    private double Median(Func<Measurement, double> figure) => Statistics.Median(processes.Select(figure));
}
