using MemoryPack;
using global::MessagePack;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents an order with a list of small objects, its lines.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[GenerateShape]
public sealed partial class Order
{
    [Key(0)]
    public Guid Id { get; set; }

    [Key(1)]
    public string Customer { get; set; } = "";

    [Key(2)]
    public DateTime Created { get; set; }

    [Key(3)]
    public decimal Total { get; set; }

    [Key(4)]
    public List<OrderLine> Lines { get; set; } = [];

    public static Order Create(Random random)
    {
        var order = new Order { Id = Words.Guid(random), Customer = Words.Name(random), Created = new DateTime(2024, 5, 1, 8, 0, 0, DateTimeKind.Utc).AddSeconds(random.Next(9_000_000)) };
        for (var i = random.Next(4, 12); i > 0; i--)
        {
            order.Lines.Add(new OrderLine { Product = random.Next(50_000), Title = Words.Text(random, 3), Quantity = random.Next(1, 20), Price = random.Next(100, 20_000) / 100m });
        }

        order.Total = order.Lines.Sum(line => line.Quantity * line.Price);
        return order;
    }
}
