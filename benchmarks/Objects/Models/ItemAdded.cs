using MemoryPack;
using global::MessagePack;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a product that a user added to the basket in a <see cref="Session"/>.</summary>
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed partial class ItemAdded : SessionEvent
{
    [Key(1)]
    public int Product { get; set; }

    [Key(2)]
    public int Quantity { get; set; }

    [Key(3)]
    public decimal Price { get; set; }
}
