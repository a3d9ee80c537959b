using MemoryPack;
using global::MessagePack;
using PolyType;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a table row of sixteen scalars.</summary>
[BlittableSerializable]
[MessagePackObject(keyAsPropertyName: true)]
[MemoryPackable]
[GenerateShape]
public sealed partial class FlatRow
{
    public long Id { get; set; }

    public int CustomerId { get; set; }

    public string Customer { get; set; } = "";

    public string Email { get; set; } = "";

    public string City { get; set; } = "";

    public string Country { get; set; } = "";

    public bool IsActive { get; set; }

    public bool IsPaid { get; set; }

    public int Quantity { get; set; }

    public double Price { get; set; }

    public double Discount { get; set; }

    public double Tax { get; set; }

    public DateTime Created { get; set; }

    public DateTime Shipped { get; set; }

    public string Status { get; set; } = "";

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
