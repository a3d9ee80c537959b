using Blittable.Benchmarks.Objects.Models;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Protobuf;

/// <summary>Represents a <see cref="Feature"/> as a message. A repeated field of Protocol Buffers cannot contain arrays, so each ring is a message.</summary>
[ProtoContract]
public sealed class FeatureMessage
{
    [ProtoMember(1)]
    public int Id { get; set; }

    [ProtoMember(2)]
    public string Name { get; set; } = "";

    [ProtoMember(3)]
    public RingMessage[] Rings { get; set; } = [];

    public static implicit operator Feature?(FeatureMessage? message) =>
        message is null ? null : new Feature { Id = message.Id, Name = message.Name, Coordinates = Array.ConvertAll(message.Rings, ring => ring.ToPoints()) };

    public static implicit operator FeatureMessage?(Feature? feature) =>
        feature is null ? null : new FeatureMessage { Id = feature.Id, Name = feature.Name, Rings = Array.ConvertAll(feature.Coordinates, RingMessage.Of) };
}
