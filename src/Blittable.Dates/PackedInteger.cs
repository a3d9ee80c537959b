using System.Buffers.Binary;

namespace Blittable.Dates;

/// <summary>Reads and writes MessagePack integers. Writes the shortest form and reads all forms.</summary>
internal static class PackedInteger
{
    public const byte UInt8 = 0xcc;
    public const byte UInt16 = 0xcd;
    public const byte UInt32 = 0xce;
    public const byte UInt64 = 0xcf;
    public const byte Int8 = 0xd0;
    public const byte Int16 = 0xd1;
    public const byte Int32 = 0xd2;
    public const byte Int64 = 0xd3;

    private const int MaxFixed = 0x7f;
    private const int MinFixed = -32;

    /// <summary>Writes a number in 1, 2, 3, 5 or 9 bytes and returns the length.</summary>
    public static int Write(long number, Span<byte> destination)
    {
        switch (number)
        {
            case >= MinFixed and <= MaxFixed:
                destination[0] = (byte)number;
                return 1;
            case >= 0 and <= byte.MaxValue:
                return Write8(UInt8, (byte)number, destination);
            case >= 0 and <= ushort.MaxValue:
                return Write16(UInt16, (ushort)number, destination);
            case >= 0 and <= uint.MaxValue:
                return Write32(UInt32, (uint)number, destination);
            case >= 0:
                return Write64(UInt64, number, destination);
            case >= sbyte.MinValue:
                return Write8(Int8, (byte)number, destination);
            case >= short.MinValue:
                return Write16(Int16, (ushort)number, destination);
            case >= int.MinValue:
                return Write32(Int32, (uint)number, destination);
            default:
                return Write64(Int64, number, destination);
        }
    }

    /// <summary>Reads a number and advances past it. Returns false without advancing if the source is empty or truncated, or if the value is not an integer in
    /// the 64-bit signed range.</summary>
    public static bool TryRead(ref ReadOnlySpan<byte> source, out long number)
    {
        number = 0;
        if (source.IsEmpty)
        {
            return false;
        }

        var tag = source[0];
        var length = tag switch
        {
            UInt8 or Int8 => 2,
            UInt16 or Int16 => 3,
            UInt32 or Int32 => 5,
            UInt64 or Int64 => 9,
            <= MaxFixed or >= unchecked((byte)MinFixed) => 1,
            _ => int.MaxValue,
        };
        if (source.Length < length)
        {
            return false;
        }

        var bytes = source[1..];
        number = tag switch
        {
            UInt8 => bytes[0],
            UInt16 => BinaryPrimitives.ReadUInt16BigEndian(bytes),
            UInt32 => BinaryPrimitives.ReadUInt32BigEndian(bytes),
            UInt64 or Int64 => BinaryPrimitives.ReadInt64BigEndian(bytes),
            Int8 => (sbyte)bytes[0],
            Int16 => BinaryPrimitives.ReadInt16BigEndian(bytes),
            Int32 => BinaryPrimitives.ReadInt32BigEndian(bytes),
            _ => (sbyte)tag,
        };
        if (tag == UInt64 && number < 0)
        {
            return false;
        }

        source = source[length..];
        return true;
    }

    private static int Write8(byte tag, byte number, Span<byte> destination)
    {
        destination[0] = tag;
        destination[1] = number;
        return 2;
    }

    private static int Write16(byte tag, ushort number, Span<byte> destination)
    {
        destination[0] = tag;
        BinaryPrimitives.WriteUInt16BigEndian(destination[1..], number);
        return 3;
    }

    private static int Write32(byte tag, uint number, Span<byte> destination)
    {
        destination[0] = tag;
        BinaryPrimitives.WriteUInt32BigEndian(destination[1..], number);
        return 5;
    }

    private static int Write64(byte tag, long number, Span<byte> destination)
    {
        destination[0] = tag;
        BinaryPrimitives.WriteInt64BigEndian(destination[1..], number);
        return 9;
    }
}
