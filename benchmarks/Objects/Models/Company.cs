using MemoryPack;
using global::MessagePack;
using PolyType;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a company: four levels of objects, optional values and repeated names.</summary>
[BlittableSerializable]
[MessagePackObject(keyAsPropertyName: true)]
[MemoryPackable]
[GenerateShape]
public sealed partial class Company
{
    public string Name { get; set; } = "";

    public Address Seat { get; set; } = new();

    public int Founded { get; set; }

    public double? Revenue { get; set; }

    public List<Department> Departments { get; set; } = [];

    public static Company Create(Random random) => new()
    {
        Name = Words.Capital(random) + " Ltd",
        Seat = Address.Create(random),
        Founded = random.Next(1850, 2020),
        Revenue = random.Next(3) == 0 ? null : random.Next(1, 1000) * 1000.0,
        Departments = [.. Enumerable.Range(0, 4).Select(_ => Department.Create(random))],
    };
}
