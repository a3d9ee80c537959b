namespace Blittable.Benchmarks.Harness;

/// <summary>A cell with what all its processes found; the figures are medians over them.</summary>
internal sealed class CellResult(Cell cell, IReadOnlyList<Measurement> processes)
{
    /// <summary>The most that an end of the interval may be away from a ratio that is quoted.</summary>
    private const double MostSpread = 0.15;

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
    /// How far the true median may be from <see cref="Nanoseconds"/>: up to the end of the interval of any process. NaN if a process has fewer than three batches.
    /// </summary>
    public double Margin => processes.Max(m => Math.Abs(m.Nanoseconds - Nanoseconds) + (m.Margin ?? double.NaN));

    /// <summary>The deviation between batches, the median over the processes.</summary>
    public double StandardDeviation => Median(m => m.StandardDeviation);

    public double MegabytesPerSecond => Median(m => m.MegabytesPerSecond);

    public double Allocated => Median(m => m.Allocated);

    public double PeakResident => Median(m => m.PeakResident);

    /// <summary>How many times as fast as the baseline: the median over rounds, for in a round the two ran one after the other.</summary>
    public double Speedup => Baseline is null
        ? double.NaN
        : Statistics.Median(Baseline.Processes.Zip(processes, (other, own) => other.Nanoseconds / own.Nanoseconds));

    /// <summary>The ends of the interval of <see cref="Speedup"/>: in each round the intervals of both medians are divided, and the widest ends of all rounds count.</summary>
    public (double From, double To) SpeedupInterval => Baseline is null || IsBaseline
        ? (double.NaN, double.NaN)
        : (Baseline.Processes.Zip(processes, (other, own) => Low(other) / High(own)).DefaultIfEmpty(double.NaN).Min(),
            Baseline.Processes.Zip(processes, (other, own) => High(other) / Low(own)).DefaultIfEmpty(double.NaN).Max());

    /// <summary>Whether <see cref="SpeedupInterval"/> is so wide that the figure must not be quoted.</summary>
    public bool IsUnstable => (SpeedupInterval.To - SpeedupInterval.From) / 2 > MostSpread * Speedup;

    /// <summary>The result whose interval is narrower: that of a repetition, or this one.</summary>
    public CellResult Narrower(CellResult other) => Width(other) < Width(this) ? other : this;

    private static double Width(CellResult result) => (result.SpeedupInterval.To - result.SpeedupInterval.From) / result.Speedup;

    private static double Low(Measurement m) => m.Nanoseconds - (m.Margin ?? double.NaN);

    private static double High(Measurement m) => m.Nanoseconds + (m.Margin ?? double.NaN);

    /// <summary>A figure that the cell gave beside its time; NaN when it has none of that name.</summary>
    public double Fact(string name) => Median(m => m.Facts.GetValueOrDefault(name, double.NaN));

    private double Median(Func<Measurement, double> figure) => Statistics.Median(processes.Select(figure));
}
