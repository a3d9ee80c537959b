namespace Blittable.Benchmarks.Harness;

/// <summary>Represents a cell with the measurements of all its processes. The figures are medians over the processes.</summary>
internal sealed class CellResult(Cell cell, IReadOnlyList<Measurement> processes)
{
    /// <summary>The maximum half-width of the interval of a quoted ratio, relative to the ratio.</summary>
    public const double MostSpread = 0.15;

    /// <summary>Gets or sets the baseline of the group, or null if it has none.</summary>
    public CellResult? Baseline { get; set; }

    public string Group => cell.Group;

    public string Name => cell.Name;

    public bool IsBaseline => cell.IsBaseline;

    public IReadOnlyList<Measurement> Processes => processes;

    public double Nanoseconds => Median(m => m.Nanoseconds);

    /// <summary>Gets the number of workers that shared the work.</summary>
    public int Workers => processes.Count > 0 && processes[0].Facts.TryGetValue(Measurement.WorkerCount, out double workers) ? (int)workers : 1;

    public double Mean => processes.Average(m => m.Mean);

    /// <summary>Gets the maximum distance of the true median from <see cref="Nanoseconds"/>, up to the end of the interval of any process. NaN if a process has
    /// fewer than three batches.</summary>
    public double Margin => processes.Max(m => Math.Abs(m.Nanoseconds - Nanoseconds) + (m.Margin ?? double.NaN));

    /// <summary>Gets the standard deviation between batches, as the median over the processes.</summary>
    public double StandardDeviation => Median(m => m.StandardDeviation);

    public double MegabytesPerSecond => Median(m => m.MegabytesPerSecond);

    public double Allocated => Median(m => m.Allocated);

    public double PeakResident => Median(m => m.PeakResident);

    /// <summary>Gets the speedup over the baseline as the median over rounds, because the two ran one after the other in each round.</summary>
    public double Speedup => Baseline is null
        ? double.NaN
        : Statistics.Median(Baseline.Processes.Zip(processes, (other, own) => other.Nanoseconds / own.Nanoseconds));

    /// <summary>Returns the time relative to another cell of the group, as the median over rounds. NaN if there is no other cell.</summary>
    public double TimeRelativeTo(CellResult? other) => other is null
        ? double.NaN
        : Statistics.Median(other.Processes.Zip(processes, (others, own) => own.Nanoseconds / others.Nanoseconds));

    /// <summary>Gets the interval of <see cref="Speedup"/>. The intervals of both medians are divided in each round, and the widest ends of all rounds are
    /// used.</summary>
    public (double From, double To) SpeedupInterval => Baseline is null || IsBaseline
        ? (double.NaN, double.NaN)
        : (Baseline.Processes.Zip(processes, (other, own) => Low(other) / High(own)).DefaultIfEmpty(double.NaN).Min(),
            Baseline.Processes.Zip(processes, (other, own) => High(other) / Low(own)).DefaultIfEmpty(double.NaN).Max());

    /// <summary>Gets a value that indicates whether <see cref="SpeedupInterval"/> is too wide to quote the figure.</summary>
    public bool IsUnstable => (SpeedupInterval.To - SpeedupInterval.From) / 2 > MostSpread * Speedup;

    private static double Low(Measurement m) => m.Nanoseconds - (m.Margin ?? double.NaN);

    private static double High(Measurement m) => m.Nanoseconds + (m.Margin ?? double.NaN);

    /// <summary>Returns an additional figure of the cell by name, or NaN if the cell has none.</summary>
    public double Fact(string name) => Median(m => m.Facts.GetValueOrDefault(name, double.NaN));

    private double Median(Func<Measurement, double> figure) => Statistics.Median(processes.Select(figure));
}
