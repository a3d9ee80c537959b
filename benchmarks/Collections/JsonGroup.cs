namespace Blittable.Benchmarks.Collections;

/// <summary>Accumulates the values of one group of a group-by over JSON lines.</summary>
internal sealed class JsonGroup
{
    public double Count { get; set; }

    public double Sum { get; set; }

    public double Least { get; set; } = double.PositiveInfinity;

    public double Most { get; set; } = double.NegativeInfinity;

    public double Products { get; set; }

    public double Durations { get; set; }

    public double Purchases { get; set; }

    public HashSet<int> Users { get; } = [];

    public List<double> Values { get; } = [];

    /// <summary>Returns the 95th percentile of the values, without interpolation.</summary>
    public double Percentile95()
    {
        Values.Sort();
        return Values[(int)Math.Ceiling(0.95m * Values.Count) - 1];
    }
}
