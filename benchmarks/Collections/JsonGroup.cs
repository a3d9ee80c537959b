namespace Blittable.Benchmarks.Collections;

/// <summary>What a group-by over JSON lines gathers in one group.</summary>
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

    /// <summary>The 95th percentile of the values, interpolated as the collection's is.</summary>
    public double Percentile95()
    {
        Values.Sort();
        var place = 0.95 * (Values.Count - 1);
        var low = (int)place;
        var high = Math.Min(low + 1, Values.Count - 1);
        return Values[low] + ((Values[high] - Values[low]) * (place - low));
    }
}
