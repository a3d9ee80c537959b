using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>The rarer shapes with all fields, encoded without a branch on any length. Not inlined, so that the common ones stay short.</summary>
internal static partial class DateKernel
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeAnyMiddle(Timestamp value, uint seconds, ref byte destination, sbyte type)
    {
        var middle = Middle(value, out var middleLength);
        var length = 5 + middleLength + NanosecondsLength;
        var start = StoreHeader(length, ref destination, type);
        Store64(ref destination, Tagged32(PackedInteger.UInt32, seconds), start);
        Store64(ref destination, middle, start + 5);
        Store64(ref destination, Tagged32(PackedInteger.UInt32, value.Nanoseconds), start + 5 + middleLength);
        return start + length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int EncodeAnyMiddle(Timestamp value, uint day, uint secondOfDay, ref byte destination, sbyte type)
    {
        // 1 where the second of the day takes 32 bits; the tags of both forms are neighbours.
        var isLong = (int)((ushort.MaxValue - secondOfDay) >> 31);
        var second = (byte)(PackedInteger.UInt16 + isLong)
            | ((ulong)(BinaryPrimitives.ReverseEndianness(secondOfDay) >> (16 - (16 * isLong))) << 8);
        var clockLength = 6 + (2 * isLong);
        var middle = Middle(value, out var middleLength);
        var length = clockLength + middleLength + NanosecondsLength;
        var start = StoreHeader(length, ref destination, type);
        Store64(ref destination, Tagged16(PackedInteger.UInt16, day) | (second << 24), start);
        Store64(ref destination, middle, start + clockLength);
        Store64(ref destination, Tagged32(PackedInteger.UInt32, value.Nanoseconds), start + clockLength + middleLength);
        return start + length;
    }

    /// <summary>Offset and zone index, each in its shortest form, as one word.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Middle(in Timestamp value, out int length)
    {
        var offset = Shortest((ushort)value.OffsetMinutes, out var offsetLength);
        var zone = Shortest(value.ZoneIndex, out var zoneLength);
        length = offsetLength + zoneLength;
        return offset | ((ulong)zone << (8 * offsetLength));
    }

    /// <summary>A number of 16 bits in 1, 2 or 3 bytes, without a branch.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Shortest(uint number, out int length)
    {
        const uint tags = ((uint)PackedInteger.UInt16 << 16) | ((uint)PackedInteger.UInt8 << 8);
        var extra = (int)(((0x7f - number) >> 31) + ((byte.MaxValue - number) >> 31));
        length = 1 + extra;

        // Reversed, the number's bytes are the word's last; moved down, they leave the first byte free for the tag.
        return (BinaryPrimitives.ReverseEndianness(number) >> (24 - (8 * extra))) | ((tags >> (8 * extra)) & byte.MaxValue);
    }
}
