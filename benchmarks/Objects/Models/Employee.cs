using MemoryPack;
using global::MessagePack;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents an employee of a <see cref="Department"/>.</summary>
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed partial class Employee
{
    [Key(0)]
    public int Id { get; set; }

    [Key(1)]
    public string Name { get; set; } = "";

    [Key(2)]
    public string Title { get; set; } = "";

    [Key(3)]
    public DateTime Hired { get; set; }

    [Key(4)]
    public decimal Salary { get; set; }

    [Key(5)]
    public int? Manager { get; set; }

    [Key(6)]
    public bool IsRemote { get; set; }

    [Key(7)]
    public Address Home { get; set; } = new();

    [Key(8)]
    public List<string> Skills { get; set; } = [];

    internal static Employee Create(Random random) => new()
    {
        Id = random.Next(100_000),
        Name = Words.Name(random),
        Title = Words.Of(random) + " " + Words.Status(random),
        Hired = new DateTime(2010, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddDays(random.Next(5000)),
        Salary = random.Next(3_000_000, 9_000_000) / 100m,
        Manager = random.Next(5) == 0 ? null : random.Next(100_000),
        IsRemote = random.Next(2) == 0,
        Home = Address.Create(random),
        Skills = [.. Enumerable.Range(0, 3).Select(_ => Words.Of(random))],
    };
}
