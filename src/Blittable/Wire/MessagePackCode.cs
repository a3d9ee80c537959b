namespace Blittable.Wire;

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
