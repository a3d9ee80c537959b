using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Benchmarks.Harness;

/// <summary>What one process found out about one cell. Times are nanoseconds for one item of the <see cref="Work"/>.</summary>
internal sealed record Measurement
{
    /// <summary>The name of a fact: how many times as much several workers do as one, run in turn with them.</summary>
    public const string Gain = "times one";

    /// <summary>The name of a fact: how many workers shared the work.</summary>
    public const string WorkerCount = "workers";

    /// <summary>Of fewer batches no interval is computed.</summary>
    private const int FewestForMargin = 3;

    /// <summary>The median over the batches.</summary>
    public required double Nanoseconds { get; init; }

    public required double Mean { get; init; }

    public required double StandardDeviation { get; init; }

    /// <summary>Half of the 95 % interval around the median (<see cref="Statistics.MedianMargin"/>); null if there are too few batches.</summary>
    public double? Margin { get; init; }

    public int Batches { get; init; } = 1;

    /// <summary>Bytes of input that belong to one item; 0 when the work names none.</summary>
    public double Bytes { get; init; }

    /// <summary>Managed bytes allocated for one item, on all threads.</summary>
    public double Allocated { get; init; }

    /// <summary>The most memory the process held at once, in bytes.</summary>
    public long PeakResident { get; init; }

    public IReadOnlyDictionary<string, double> Facts { get; init; } = new Dictionary<string, double>();

    /// <summary>The speed in 10^6 bytes a second.</summary>
    [JsonIgnore]
    public double MegabytesPerSecond => Bytes * 1e3 / Nanoseconds;

    /// <summary>The measurement that the times of all batches make, with the memory that the process has held so far.</summary>
    /// <param name="times">Nanoseconds an item, one figure a batch.</param>
    public static Measurement Of(IReadOnlyCollection<double> times) => new()
    {
        Nanoseconds = Statistics.Median(times),
        Mean = times.Average(),
        StandardDeviation = Statistics.StandardDeviation(times),
        Margin = times.Count < FewestForMargin ? null : Statistics.MedianMargin(times),
        Batches = times.Count,
        PeakResident = Process.GetCurrentProcess().PeakWorkingSet64,
    };

    public string ToLine() => JsonSerializer.Serialize(this);

    public static Measurement FromLine(string line) =>
        JsonSerializer.Deserialize<Measurement>(line) ?? throw new InvalidDataException("A cell reported nothing.");
}
