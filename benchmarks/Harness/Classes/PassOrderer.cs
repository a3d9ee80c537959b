using System.Collections.Immutable;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Running;

namespace Blittable.Benchmarks.Harness;

/// <summary>Runs all benchmarks of one pass before those of the next.</summary>
internal sealed class PassOrderer : DefaultOrderer
{
    public override IEnumerable<BenchmarkCase> GetExecutionOrder(
        ImmutableArray<BenchmarkCase> benchmarksCase, IEnumerable<BenchmarkLogicalGroupRule>? order = null) =>
        benchmarksCase.OrderBy(benchmark => PassOf(benchmark.Job.Id), StringComparer.Ordinal);

    private static string PassOf(string job) => job.Split('-')[0];
}
