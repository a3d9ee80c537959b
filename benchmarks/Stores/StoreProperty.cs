using System.Text;

namespace Blittable.Benchmarks.Stores;

/// <summary>Represents a property that a workload reads, identified by its path from the root.</summary>
internal sealed class StoreProperty(params string[] names)
{
    public IReadOnlyList<string> Names { get; } = names;

    public byte[][] Utf8 { get; } = [.. names.Select(Encoding.UTF8.GetBytes)];

    public BlittableName[] Prepared { get; } = [.. names.Select(name => new BlittableName(name))];
}
