namespace Blittable.ColdObjects;

/// <summary>Represents an order with a list of small objects, its lines.</summary>
#if BLITTABLE
[BlittableSerializable]
#elif MEMORYPACK
[MemoryPack.MemoryPackable]
#endif
public sealed partial class Order
{
    public Guid Id { get; set; }

    public string Customer { get; set; } = "";

    public DateTime Created { get; set; }

    public decimal Total { get; set; }

    public List<OrderLine> Lines { get; set; } = [];

    internal static Order Create() => new()
    {
        Id = new Guid(0x20261130, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        Customer = "Summer Bridge",
        Created = new DateTime(2025, 5, 1, 8, 0, 0, DateTimeKind.Utc),
        Total = 24.75m,
        Lines = [new() { Product = 17, Title = "lemon", Quantity = 5, Price = 0.95m }, new() { Product = 4711, Title = "blanket", Quantity = 1, Price = 20m }],
    };
}
