using MemoryPack;
using global::MessagePack;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a search in a <see cref="Session"/>.</summary>
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed partial class Search : SessionEvent
{
    [Key(1)]
    public string Text { get; set; } = "";

    [Key(2)]
    public int Results { get; set; }
}
