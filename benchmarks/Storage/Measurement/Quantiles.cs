using Perfolizer.Mathematics.QuantileEstimators;

namespace Blittable.Benchmarks.Storage;

/// <summary>Represents percentiles and the mean of a time in milliseconds.</summary>
internal readonly record struct Quantiles(double P50, double P90, double P99, double Mean)
{
    /// <summary>Computes the figures from all samples, with interpolation between the two nearest (Hyndman and Fan's type 7).</summary>
    public static Quantiles Of(IReadOnlyList<double> samples)
    {
        var estimator = HyndmanFanQuantileEstimator.Type7;
        return new Quantiles(
            estimator.Quantile(samples, 0.50), estimator.Quantile(samples, 0.90), estimator.Quantile(samples, 0.99), samples.Average());
    }
}
