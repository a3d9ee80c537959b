using MemoryPack;
using global::MessagePack;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents the rating of a product in a <see cref="Session"/>.</summary>
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed partial class Rating : SessionEvent
{
    [Key(1)]
    public int Product { get; set; }

    [Key(2)]
    public int Stars { get; set; }

    [Key(3)]
    public string? Comment { get; set; }
}
