using System.Collections.Immutable;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Running;

namespace Blittable.Benchmarks.Harness;

/// <summary>Runs all benchmarks of one pass before those of the next.</summary>
/// <param name="nameOf">The name of a benchmark in what is shown.</param>
internal sealed class PassOrderer(Func<BenchmarkCase, string> nameOf) : DefaultOrderer
{
    /// <summary>The names of the benchmarks in the order in which they run, once they run.</summary>
    public IReadOnlyList<string> Names { get; private set; } = [];

    public override IEnumerable<BenchmarkCase> GetExecutionOrder(
        ImmutableArray<BenchmarkCase> benchmarksCase, IEnumerable<BenchmarkLogicalGroupRule>? order = null)
    {
        BenchmarkCase[] ordered = [.. benchmarksCase.OrderBy(benchmark => PassOf(benchmark.Job.Id), StringComparer.Ordinal)];
        Names = [.. ordered.Select(nameOf)];
        return ordered;
    }

    private static string PassOf(string job) => job.Split('-')[0];
}
