using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Storage;

/// <summary>Creates one chart per database with the median total time of each operation and model.</summary>
internal static class StorageChart
{
    public static IEnumerable<BarChart> Of(IReadOnlyList<ModelResult> results) => results.GroupBy(result => result.Database).Select(database => new BarChart(
        database.Key,
        $"Dates in {database.Key}: median time per operation",
        "milliseconds",
        IsLowerBetter: true,
        [.. database.Select(result => result.Model)],
        [
            .. database.First().Operations.Select(operation => new BarGroup(
                $"{operation.Workload} / {operation.Operation}",
                [.. database.Select(result => Statistics.Median(result.MedianOfRounds(operation.Workload, operation.Operation)))])),
        ]));
}
