using System.Globalization;

namespace Blittable.Cli;

/// <summary>The time of an operation, compared with the time of the same operation on JSON.</summary>
/// <param name="Nanoseconds">The median of all turns.</param>
/// <param name="Ratio">The speed relative to JSON: the median over adjacent turns.</param>
/// <param name="Low">The lower bound of the ratio over both passes, with 95 % confidence in each pass.</param>
/// <param name="High">The upper bound of the ratio over both passes.</param>
internal sealed record BenchTiming(double Nanoseconds, double Ratio, double Low, double High)
{
    /// <summary>An interval with a larger ratio between its ends is inconclusive.</summary>
    private const double MostSpread = 1.5;

    /// <summary>An interval with a smaller ratio between its ends is conclusive, even if it contains 1.</summary>
    private const double LeastSpread = 1.1;

    /// <summary>The half-width of the 95 % sign-test interval of a median, as a multiple of the square root of the number of turns.</summary>
    private const double HalfWidth = 0.98;

    /// <summary>Compares the times of an operation with the times of JSON, pass by pass.</summary>
    /// <param name="passes">For each pass, the nanoseconds of the operation and of JSON in each round.</param>
    public static BenchTiming Of(IReadOnlyList<(List<double> Own, List<double> Json)> passes)
    {
        double[][] ratios = [.. passes.Select(pass => pass.Json.Zip(pass.Own, (json, own) => json / own).Order().ToArray())];
        return new BenchTiming(
            Median([.. passes.SelectMany(pass => pass.Own).Order()]),
            Median([.. ratios.SelectMany(pass => pass).Order()]),
            ratios.Min(pass => pass[Margin(pass.Length)]),
            ratios.Max(pass => pass[^(Margin(pass.Length) + 1)]));
    }

    /// <summary>Returns the timing of one of several equal parts of the operation.</summary>
    public BenchTiming Per(int parts) => this with { Nanoseconds = Nanoseconds / parts };

    /// <summary>Describes the result in words, such as <c>2.1 times as fast (1.9 to 2.3)</c>.</summary>
    public string Verdict()
    {
        var isFaster = Ratio >= 1;
        var (ratio, low, high) = isFaster ? (Ratio, Low, High) : (1 / Ratio, 1 / High, 1 / Low);
        var interval = $"({Text(low)} to {Text(high)})";
        return Low <= 1 && High >= 1 && High / Low < LeastSpread ? $"as fast {interval}"
            : (Low <= 1 && High >= 1) || High / Low > MostSpread ? $"too noisy to tell {interval}; a longer --time may help"
            : $"{(isFaster ? "" : "takes ")}{Text(ratio)} times as {(isFaster ? "fast" : "long")} {interval}";
    }

    private static string Text(double ratio) => ratio.ToString(ratio < 10 ? "0.0#" : "N0", CultureInfo.InvariantCulture);

    private static int Margin(int turns) => Math.Max(0, (int)Math.Floor((turns / 2.0) - (HalfWidth * Math.Sqrt(turns)) - 0.5));

    private static double Median(double[] sorted)
    {
        var middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
