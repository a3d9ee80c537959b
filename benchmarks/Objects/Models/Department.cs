using MemoryPack;
using global::MessagePack;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a department of a <see cref="Company"/>.</summary>
[MessagePackObject(keyAsPropertyName: true)]
[MemoryPackable]
public sealed partial class Department
{
    public string Name { get; set; } = "";

    public Dictionary<string, int> Budget { get; set; } = [];

    public List<Employee> Employees { get; set; } = [];

    internal static Department Create(Random random) => new()
    {
        Name = Words.Capital(random),
        Budget = new() { ["travel"] = random.Next(10_000), ["tools"] = random.Next(10_000), ["rent"] = random.Next(10_000) },
        Employees = [.. Enumerable.Range(0, 6).Select(_ => Employee.Create(random))],
    };
}
