using MemoryPack;
using global::MessagePack;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents an employee of a <see cref="Department"/>.</summary>
[MessagePackObject(keyAsPropertyName: true)]
[MemoryPackable]
public sealed partial class Employee
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public string Title { get; set; } = "";

    public DateTime Hired { get; set; }

    public decimal Salary { get; set; }

    public int? Manager { get; set; }

    public bool IsRemote { get; set; }

    public Address Home { get; set; } = new();

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
