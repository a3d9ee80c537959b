using MemoryPack;
using global::MessagePack;
using PolyType;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents an order with a list of small objects, its lines.</summary>
[BlittableSerializable]
[MessagePackObject(keyAsPropertyName: true)]
[MemoryPackable]
[GenerateShape]
public sealed partial class Order
{
    public Guid Id { get; set; }

    public string Customer { get; set; } = "";

    public DateTime Created { get; set; }

    public decimal Total { get; set; }

    public List<OrderLine> Lines { get; set; } = [];

    public static Order Create(Random random)
    {
        var key = new byte[16];
        random.NextBytes(key);
        var order = new Order { Id = new Guid(key), Customer = Words.Name(random), Created = new DateTime(2024, 5, 1, 8, 0, 0, DateTimeKind.Utc).AddSeconds(random.Next(9_000_000)) };
        for (var i = random.Next(4, 12); i > 0; i--)
        {
            order.Lines.Add(new OrderLine { Product = random.Next(50_000), Title = Words.Text(random, 3), Quantity = random.Next(1, 20), Price = random.Next(100, 20_000) / 100m });
        }

        order.Total = order.Lines.Sum(line => line.Quantity * line.Price);
        return order;
    }
}
