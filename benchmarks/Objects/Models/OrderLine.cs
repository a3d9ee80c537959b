using MemoryPack;
using global::MessagePack;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a line of an <see cref="Order"/>.</summary>
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed partial class OrderLine
{
    [Key(0)]
    public int Product { get; set; }

    [Key(1)]
    public string Title { get; set; } = "";

    [Key(2)]
    public int Quantity { get; set; }

    [Key(3)]
    public decimal Price { get; set; }
}
