using System.Globalization;

namespace Blittable.Cli;

/// <summary>The time of a piece of work, and how it compares with the same work on JSON.</summary>
/// <param name="Nanoseconds">The median of all turns.</param>
/// <param name="Ratio">How many times as fast as JSON the work is: the median over turns next to each other.</param>
/// <param name="Low">The least ratio that the turns of both passes leave possible, with 95 % confidence in each pass.</param>
/// <param name="High">The greatest such ratio.</param>
internal sealed record BenchTiming(double Nanoseconds, double Ratio, double Low, double High)
{
    /// <summary>An interval whose ends differ by more than this factor says too little.</summary>
    private const double MostSpread = 1.5;

    /// <summary>Ends that differ by less are a result, even if one of them says faster and the other slower.</summary>
    private const double LeastSpread = 1.1;

    /// <summary>The two halves of a sign test that keeps 95 % of the medians.</summary>
    private const double HalfWidth = 0.98;

    /// <summary>Compares the times of a piece of work with the times of JSON, pass by pass.</summary>
    /// <param name="passes">For each pass the nanoseconds of the work and of JSON in each round.</param>
    public static BenchTiming Of(IReadOnlyList<(List<double> Own, List<double> Json)> passes)
    {
        double[][] ratios = [.. passes.Select(pass => pass.Json.Zip(pass.Own, (json, own) => json / own).Order().ToArray())];
        return new BenchTiming(
            Median([.. passes.SelectMany(pass => pass.Own).Order()]),
            Median([.. ratios.SelectMany(pass => pass).Order()]),
            ratios.Min(pass => pass[Margin(pass.Length)]),
            ratios.Max(pass => pass[^(Margin(pass.Length) + 1)]));
    }

    /// <summary>Returns the measurement of one of several equal parts of the work.</summary>
    public BenchTiming Per(int parts) => this with { Nanoseconds = Nanoseconds / parts };

    /// <summary>Says in words what the turns show, such as <c>2.1 times as fast (1.9 to 2.3)</c>.</summary>
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
