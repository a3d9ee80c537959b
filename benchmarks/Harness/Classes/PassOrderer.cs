using System.Collections.Immutable;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Running;

namespace Blittable.Benchmarks.Harness;

/// <summary>Runs all benchmarks of a pass before the benchmarks of the next pass.</summary>
/// <param name="nameOf">Returns the name of a benchmark for display.</param>
internal sealed class PassOrderer(Func<BenchmarkCase, string> nameOf) : DefaultOrderer
{
    /// <summary>Gets the names of the benchmarks in execution order. Empty until they run.</summary>
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
