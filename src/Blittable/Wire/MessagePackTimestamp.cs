using System.Buffers.Binary;
using Blittable.Dates;

namespace Blittable.Wire;

/// <summary>Encodes and decodes the timestamp extension of the MessagePack specification, type -1: an instant without an offset.</summary>
/// <remarks>
/// <code>
/// d6 ff     seconds u32                                      1970 to 2106, whole seconds
/// d7 ff     nanoseconds in 30 bits, seconds in 34 bits       1970 to 2514
/// c7 0c ff  nanoseconds u32 | seconds i64                    any
/// </code>
/// </remarks>
internal static class MessagePackTimestamp
{
    /// <summary>The length of the longest form in bytes.</summary>
    public const int MaxLength = 15;

    private const int SecondsBits = 34;
    private const int LongPayload = sizeof(uint) + sizeof(long);

    /// <summary>Decodes a payload. Returns false if it does not have one of the three lengths.</summary>
    public static bool TryDecode(ReadOnlySpan<byte> payload, out Timestamp value)
    {
        switch (payload.Length)
        {
            case sizeof(uint):
                value = new Timestamp(BinaryPrimitives.ReadUInt32BigEndian(payload));
                return true;
            case sizeof(ulong):
                var bits = BinaryPrimitives.ReadUInt64BigEndian(payload);
                value = new Timestamp((long)(bits & ((1UL << SecondsBits) - 1)), (uint)(bits >> SecondsBits));
                return true;
            case LongPayload:
                value = new Timestamp(BinaryPrimitives.ReadInt64BigEndian(payload[sizeof(uint)..]), BinaryPrimitives.ReadUInt32BigEndian(payload));
                return true;
            default:
                value = default;
                return false;
        }
    }

    /// <summary>Writes the shortest form of an instant, and returns its length.</summary>
    public static int Encode(in Timestamp value, Span<byte> destination)
    {
        // A record may contain a second or more of nanoseconds, which the specification does not allow.
        var nanoseconds = value.Nanoseconds % (uint)Timestamp.NanosecondsPerSecond;
        var seconds = (ulong)(value.UnixSeconds + (value.Nanoseconds / Timestamp.NanosecondsPerSecond));
        if (seconds >> SecondsBits != 0)
        {
            destination[0] = MessagePackCode.Extension8;
            destination[1] = LongPayload;
            destination[2] = unchecked((byte)MessagePackCode.TimestampType);
            BinaryPrimitives.WriteUInt32BigEndian(destination[3..], nanoseconds);
            BinaryPrimitives.WriteUInt64BigEndian(destination[7..], seconds);
            return MaxLength;
        }

        var bits = (ulong)nanoseconds << SecondsBits | seconds;
        destination[1] = unchecked((byte)MessagePackCode.TimestampType);
        if (bits <= uint.MaxValue)
        {
            destination[0] = MessagePackCode.FixExtension4;
            BinaryPrimitives.WriteUInt32BigEndian(destination[2..], (uint)bits);
            return 2 + sizeof(uint);
        }

        destination[0] = MessagePackCode.FixExtension8;
        BinaryPrimitives.WriteUInt64BigEndian(destination[2..], bits);
        return 2 + sizeof(ulong);
    }
}
