using MemoryPack;
using global::MessagePack;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a line of an <see cref="Order"/>.</summary>
[MessagePackObject(keyAsPropertyName: true)]
[MemoryPackable]
public sealed partial class OrderLine
{
    public int Product { get; set; }

    public string Title { get; set; } = "";

    public int Quantity { get; set; }

    public decimal Price { get; set; }
}
