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

/// <summary>Defines the first byte of each MessagePack value, as numbered in the specification.</summary>
/// <remarks>
/// <code>
/// 00-7f  integer 0 to 127                      e0-ff  integer -32 to -1
/// 80-8f  map of 0 to 15 pairs                  90-9f  array of 0 to 15 elements
/// a0-bf  string of 0 to 31 bytes
/// c0 c2 c3  nil, false, true                   c1     never used
/// c4-c6  binary        | length u8, u16, u32 | bytes
/// c7-c9  extension     | length u8, u16, u32 | type i8 | bytes
/// ca cb  float32, float64
/// cc-cf  unsigned integer of 1, 2, 4, 8 bytes  d0-d3  signed integer of 1, 2, 4, 8 bytes
/// d4-d8  extension of 1, 2, 4, 8, 16 bytes | type i8 | bytes
/// d9-db  string        | length u8, u16, u32 | UTF-8
/// dc dd  array         | count u16, u32 | elements
/// de df  map           | count u16, u32 | keys and values
/// </code>
/// All numbers are big-endian.
/// </remarks>
internal static class MessagePackCode
{
    public const byte FixIntLast = 0x7f;
    public const byte FixMap = 0x80;
    public const byte FixArray = 0x90;
    public const byte FixString = 0xa0;
    public const byte Nil = 0xc0;
    public const byte NeverUsed = 0xc1;
    public const byte False = 0xc2;
    public const byte True = 0xc3;
    public const byte Binary8 = 0xc4;
    public const byte Binary32 = 0xc6;
    public const byte Extension8 = 0xc7;
    public const byte Extension32 = 0xc9;
    public const byte Float32 = 0xca;
    public const byte Float64 = 0xcb;
    public const byte UInt8 = 0xcc;
    public const byte UInt16 = 0xcd;
    public const byte UInt32 = 0xce;
    public const byte UInt64 = 0xcf;
    public const byte Int8 = 0xd0;
    public const byte Int64 = 0xd3;
    public const byte FixExtension1 = 0xd4;
    public const byte FixExtension4 = 0xd6;
    public const byte FixExtension8 = 0xd7;
    public const byte FixExtension16 = 0xd8;
    public const byte String8 = 0xd9;
    public const byte String32 = 0xdb;
    public const byte Array16 = 0xdc;
    public const byte Map16 = 0xde;
    public const byte Map32 = 0xdf;
    public const byte NegativeFixInt = 0xe0;

    /// <summary>The maximum lengths stored in the format byte, of strings and containers.</summary>
    public const int MaxFixString = 31, MaxFixCount = 15;

    /// <summary>The type of the timestamp extension defined by the specification.</summary>
    public const sbyte TimestampType = -1;
}

/// <summary>Encodes and decodes the date extension whose payload is RAW_FULL.</summary>
internal sealed record RawFullExtension(sbyte Type) : BlittableMessagePackDateExtension(Type)
{
    public override int Encode(in Timestamp value, Span<byte> payload)
    {
        RawRecord.Write(value, payload);
        return RawRecord.Length;
    }

    public override bool TryDecode(ReadOnlySpan<byte> payload, out Timestamp value)
    {
        var isRecord = payload.Length == RawRecord.Length;
        value = isRecord ? RawRecord.Read(payload) : default;
        return isRecord;
    }
}
