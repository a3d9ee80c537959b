namespace Blittable.Benchmarks.Harness;

/// <summary>Computes the statistics for the tables.</summary>
internal static class Statistics
{
    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length switch
        {
            0 => double.NaN,
            _ when sorted.Length % 2 == 1 => sorted[middle],
            _ => (sorted[middle - 1] + sorted[middle]) / 2,
        };
    }

    /// <summary>Returns half of the 95 % interval around the median: 1.57 interquartile ranges divided by the square root of the count. A few slow batches do
    /// not widen it.</summary>
    /// <remarks>McGill, Tukey and Larsen: <em>Variations of box plots</em>, The American Statistician 32 (1978).</remarks>
    public static double MedianMargin(IReadOnlyCollection<double> values)
    {
        double[] sorted = [.. values.Order()];
        return MedianMargin(Median(sorted[((sorted.Length + 1) / 2)..]) - Median(sorted[..(sorted.Length / 2)]), sorted.Length);
    }

    /// <inheritdoc cref="MedianMargin(IReadOnlyCollection{double})"/>
    /// <param name="interquartileRange">The distance between the quartiles.</param>
    /// <param name="count">The number of values.</param>
    public static double MedianMargin(double interquartileRange, int count) => 1.57 * interquartileRange / Math.Sqrt(count);

    /// <summary>Returns the sample standard deviation (with a divisor of the size minus one), or 0 for fewer than two values.</summary>
    public static double StandardDeviation(IReadOnlyCollection<double> values)
    {
        if (values.Count < 2)
        {
            return 0;
        }

        double mean = values.Average();
        return Math.Sqrt(values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1));
    }

    public static double GeometricMean(IEnumerable<double> values) =>
        Math.Exp(values.Select(value => Math.Log(value)).DefaultIfEmpty(double.NaN).Average());
}
