using System.Text.Json.Serialization;
using MemoryPack;
using global::MessagePack;
using MongoDB.Bson.Serialization.Attributes;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents an event of a <see cref="Session"/>, the base of four types.</summary>
[JsonDerivedType(typeof(Search), "search")]
[JsonDerivedType(typeof(PageView), "view")]
[JsonDerivedType(typeof(ItemAdded), "add")]
[JsonDerivedType(typeof(Rating), "rate")]
[MessagePackObject]
[Union(0, typeof(Search))]
[Union(1, typeof(PageView))]
[Union(2, typeof(ItemAdded))]
[Union(3, typeof(Rating))]
[MemoryPackable]
[MemoryPackUnion(0, typeof(Search))]
[MemoryPackUnion(1, typeof(PageView))]
[MemoryPackUnion(2, typeof(ItemAdded))]
[MemoryPackUnion(3, typeof(Rating))]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[ProtoInclude(2, typeof(Search))]
[ProtoInclude(3, typeof(PageView))]
[ProtoInclude(4, typeof(ItemAdded))]
[ProtoInclude(5, typeof(Rating))]
[DerivedTypeShape(typeof(Search), Tag = 0)]
[DerivedTypeShape(typeof(PageView), Tag = 1)]
[DerivedTypeShape(typeof(ItemAdded), Tag = 2)]
[DerivedTypeShape(typeof(Rating), Tag = 3)]
[BsonKnownTypes(typeof(Search), typeof(PageView), typeof(ItemAdded), typeof(Rating))]
public abstract partial class SessionEvent
{
    [Key(0)]
    public DateTime Time { get; set; }
}
