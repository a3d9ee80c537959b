using System.Text;

namespace Blittable.Benchmarks.Stores;

/// <summary>One property that a workload reads, named by the way to it from the root.</summary>
internal sealed class StoreProperty(params string[] names)
{
    public IReadOnlyList<string> Names { get; } = names;

    public byte[][] Utf8 { get; } = [.. names.Select(Encoding.UTF8.GetBytes)];

    public BlittableName[] Prepared { get; } = [.. names.Select(name => new BlittableName(name))];
}
