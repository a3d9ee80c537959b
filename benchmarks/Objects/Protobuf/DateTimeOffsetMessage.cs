using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Protobuf;

/// <summary>Represents a date with an offset as a message.</summary>
[ProtoContract]
public struct DateTimeOffsetMessage
{
    [ProtoMember(1)]
    public long Ticks { get; set; }

    [ProtoMember(2)]
    public long OffsetTicks { get; set; }

    public static implicit operator DateTimeOffset(DateTimeOffsetMessage message) => new(message.Ticks, new TimeSpan(message.OffsetTicks));

    public static implicit operator DateTimeOffsetMessage(DateTimeOffset date) => new() { Ticks = date.Ticks, OffsetTicks = date.Offset.Ticks };
}
