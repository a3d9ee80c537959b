using MemoryPack;
using global::MessagePack;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a page that a user opened in a <see cref="Session"/>.</summary>
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed partial class PageView : SessionEvent
{
    [Key(1)]
    public string Page { get; set; } = "";

    [Key(2)]
    public int Milliseconds { get; set; }

    [Key(3)]
    public bool IsCached { get; set; }
}
