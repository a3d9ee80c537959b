using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Benchmarks.Harness;

/// <summary>Represents the measurement of one cell in one process. Times are nanoseconds per item of the <see cref="Work"/>.</summary>
internal sealed record Measurement
{
    /// <summary>The name of the fact with the speedup of several workers over one worker, measured in turn.</summary>
    public const string Gain = "times one";

    /// <summary>The name of the fact with the number of workers that shared the work.</summary>
    public const string WorkerCount = "workers";

    /// <summary>The minimum number of batches for an interval.</summary>
    private const int FewestForMargin = 3;

    /// <summary>Gets the median over the batches.</summary>
    public required double Nanoseconds { get; init; }

    public required double Mean { get; init; }

    public required double StandardDeviation { get; init; }

    /// <summary>Gets half of the 95 % interval around the median (<see cref="Statistics.MedianMargin"/>), or null if there are too few batches.</summary>
    public double? Margin { get; init; }

    public int Batches { get; init; } = 1;

    /// <summary>Gets the number of input bytes per item, or 0 if the work has none.</summary>
    public double Bytes { get; init; }

    /// <summary>Gets the number of managed bytes allocated per item, on all threads.</summary>
    public double Allocated { get; init; }

    /// <summary>Gets the peak memory of the process in bytes.</summary>
    public long PeakResident { get; init; }

    public IReadOnlyDictionary<string, double> Facts { get; init; } = new Dictionary<string, double>();

    /// <summary>Gets the speed in 10^6 bytes per second.</summary>
    [JsonIgnore]
    public double MegabytesPerSecond => Bytes * 1e3 / Nanoseconds;

    /// <summary>Creates a measurement from the times of all batches and the peak memory of the process so far.</summary>
    /// <param name="times">Nanoseconds per item, one value per batch.</param>
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
