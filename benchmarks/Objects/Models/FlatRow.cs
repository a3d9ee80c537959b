using MemoryPack;
using global::MessagePack;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a table row of sixteen scalars.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[GenerateShape]
public sealed partial class FlatRow
{
    [Key(0)]
    public long Id { get; set; }

    [Key(1)]
    public int CustomerId { get; set; }

    [Key(2)]
    public string Customer { get; set; } = "";

    [Key(3)]
    public string Email { get; set; } = "";

    [Key(4)]
    public string City { get; set; } = "";

    [Key(5)]
    public string Country { get; set; } = "";

    [Key(6)]
    public bool IsActive { get; set; }

    [Key(7)]
    public bool IsPaid { get; set; }

    [Key(8)]
    public int Quantity { get; set; }

    [Key(9)]
    public double Price { get; set; }

    [Key(10)]
    public double Discount { get; set; }

    [Key(11)]
    public double Tax { get; set; }

    [Key(12)]
    public DateTime Created { get; set; }

    [Key(13)]
    public DateTime Shipped { get; set; }

    [Key(14)]
    public string Status { get; set; } = "";

    [Key(15)]
    public int Priority { get; set; }

    public static FlatRow Create(Random random)
    {
        var created = new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(random.Next(40_000_000));
        return new FlatRow
        {
            Id = 1_000_000_000L + random.Next(1_000_000),
            CustomerId = random.Next(100_000),
            Customer = Words.Name(random),
            Email = $"{Words.Of(random)}.{Words.Of(random)}@example.com",
            City = Words.Capital(random),
            Country = Words.Country(random),
            IsActive = random.Next(4) != 0,
            IsPaid = random.Next(2) != 0,
            Quantity = random.Next(1, 200),
            Price = random.Next(100, 100_000) / 100.0,
            Discount = random.Next(0, 30) / 100.0,
            Tax = 0.19,
            Created = created,
            Shipped = created.AddSeconds(random.Next(1_000_000)),
            Status = Words.Status(random),
            Priority = random.Next(5),
        };
    }
}
