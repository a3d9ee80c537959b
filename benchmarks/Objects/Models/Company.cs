using MemoryPack;
using global::MessagePack;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a company: four levels of objects, optional values and repeated names.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[GenerateShape]
public sealed partial class Company
{
    [Key(0)]
    public string Name { get; set; } = "";

    [Key(1)]
    public Address Seat { get; set; } = new();

    [Key(2)]
    public int Founded { get; set; }

    [Key(3)]
    public double? Revenue { get; set; }

    [Key(4)]
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
