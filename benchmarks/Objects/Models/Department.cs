using MemoryPack;
using global::MessagePack;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a department of a <see cref="Company"/>.</summary>
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed partial class Department
{
    [Key(0)]
    public string Name { get; set; } = "";

    [Key(1)]
    public Dictionary<string, int> Budget { get; set; } = [];

    [Key(2)]
    public List<Employee> Employees { get; set; } = [];

    internal static Department Create(Random random) => new()
    {
        Name = Words.Capital(random),
        Budget = new() { ["travel"] = random.Next(10_000), ["tools"] = random.Next(10_000), ["rent"] = random.Next(10_000) },
        Employees = [.. Enumerable.Range(0, 6).Select(_ => Employee.Create(random))],
    };
}
