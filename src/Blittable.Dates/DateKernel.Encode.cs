using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <content>Encodes common shapes. Every method may write <see cref="DateCodec.MaxLength"/> bytes and returns the length of the record, or 0 to leave a shape
/// to <see cref="FieldsCodec"/>.</content>
internal static partial class DateKernel
{
    /// <summary>Encodes MP_FULL.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeFull(in Timestamp value, ref byte destination, sbyte type)
    {
        var seconds = value.UnixSeconds;
        if (IsUInt32Form(seconds))
        {
            if (value.IsSecondsOnly)
            {
                // d7 type, ce and the seconds, three zeros.
                Store64(ref destination, 0xd7 | ((uint)(byte)type << 8) | (Tagged32(PackedInteger.UInt32, (uint)seconds) << 16));
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, 7), 0);
                return 10;
            }

            if (value.Nanoseconds > ushort.MaxValue)
            {
                return EncodeAllFields(value, (uint)seconds, ref destination, type);
            }
        }

        return 0;
    }

    /// <summary>Encodes MP_NONZERO, or TNT_EPOCH with another origin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeNonZero(in Timestamp value, ref byte destination, sbyte type, long origin)
    {
        var seconds = unchecked(value.UnixSeconds - origin);
        if (IsUInt32Form(seconds))
        {
            if (value.IsSecondsOnly)
            {
                // c7 05 type ce, then the seconds.
                Store64(ref destination, SizedHeader(5, type) | (Tagged32(PackedInteger.UInt32, (uint)seconds) << 24));
                return 8;
            }

            if (value.Nanoseconds > ushort.MaxValue)
            {
                return EncodeAllFields(value, (uint)seconds, ref destination, type);
            }
        }

        return 0;
    }

    /// <summary>Encodes MP_DATE, or TNT_EPOCH_DATE with another origin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeDate(in Timestamp value, ref byte destination, sbyte type, long origin)
    {
        var seconds = unchecked(value.UnixSeconds - origin);
        if ((ulong)seconds <= uint.MaxValue)
        {
            var day = (uint)seconds / Timestamp.SecondsPerDay;
            var secondOfDay = (uint)seconds - (day * Timestamp.SecondsPerDay);
            if (value.IsSecondsOnly && secondOfDay == 0)
            {
                return EncodeDay(day, ref destination, type);
            }

            if (day > byte.MaxValue && secondOfDay > byte.MaxValue)
            {
                if (value.IsSecondsOnly)
                {
                    return EncodeDayAndSecond(day, secondOfDay, ref destination, type);
                }

                if (value.Nanoseconds > ushort.MaxValue)
                {
                    return EncodeAllFields(value, day, secondOfDay, ref destination, type);
                }
            }
        }

        return 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeDay(uint day, ref byte destination, sbyte type)
    {
        if (day > byte.MaxValue)
        {
            Store64(ref destination, SizedHeader(3, type) | ((ulong)Tagged16(PackedInteger.UInt16, day) << 24));
            return 6;
        }

        if (day > 0x7f)
        {
            Store64(ref destination, 0xd5 | ((uint)(byte)type << 8) | (PackedInteger.UInt8 << 16) | (day << 24));
            return 4;
        }

        // d4 type day. Day 0 is an empty payload, which also takes three bytes.
        Store64(ref destination, day == 0 ? SizedHeader(0, type) : ExtensionHeader.Fixed1 | ((uint)(byte)type << 8) | (day << 16));
        return 3;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeDayAndSecond(uint day, uint secondOfDay, ref byte destination, sbyte type)
    {
        var clock = DayAndSecond(day, secondOfDay, out var length);
        if (length == sizeof(ulong))
        {
            Unsafe.WriteUnaligned(ref destination, (ushort)(0xd7 | ((byte)type << 8)));
            Store64(ref destination, clock, 2);
            return 10;
        }

        Unsafe.WriteUnaligned(ref destination, SizedHeader(6, type));
        Store64(ref destination, clock, 3);
        return 9;
    }

    /// <summary>Encodes 32-bit seconds and nanoseconds with the offset and the zone index between them: 12 to 16 bytes of payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeAllFields(in Timestamp value, uint seconds, ref byte destination, sbyte type)
    {
        uint offset = (ushort)value.OffsetMinutes;
        uint zone = value.ZoneIndex;
        if (offset <= byte.MaxValue)
        {
            return EncodeAnyMiddle(value, Tagged32(PackedInteger.UInt32, seconds), SecondsLength, ref destination, type);
        }

        if (zone > byte.MaxValue)
        {
            // d8 type ce, the seconds, cd; the offset, cd, the zone index, ce, and the nanoseconds.
            Store64(
                ref destination,
                ExtensionHeader.Fixed16 | ((uint)(byte)type << 8) | (Tagged32(PackedInteger.UInt32, seconds) << 16) | ((ulong)PackedInteger.UInt16 << 56));
            Store64(ref destination, BinaryPrimitives.ReverseEndianness((ushort)offset) | ((ulong)Tagged16(PackedInteger.UInt16, zone) << 16), 8);
            Store64(ref destination, Tagged32(PackedInteger.UInt32, value.Nanoseconds), 13);
            return 18;
        }

        // c7 length type ce, the seconds; cd, the offset, the zone index of one byte or two, ce, and the nanoseconds.
        var tail = OffsetAndZone(offset, zone, out var tailLength);
        Store64(ref destination, SizedHeader(5 + tailLength + NanosecondsLength, type) | (Tagged32(PackedInteger.UInt32, seconds) << 24));
        Store64(ref destination, tail, 8);
        Store64(ref destination, Tagged32(PackedInteger.UInt32, value.Nanoseconds), 8 + tailLength);
        return 8 + tailLength + NanosecondsLength;
    }

    /// <summary>Encodes a 16-bit day, a 16-bit or 32-bit second of the day, offset, zone index, and 32-bit nanoseconds: a payload of 13 to 19 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeAllFields(in Timestamp value, uint day, uint secondOfDay, ref byte destination, sbyte type)
    {
        uint offset = (ushort)value.OffsetMinutes;
        uint zone = value.ZoneIndex;
        var clock = DayAndSecond(day, secondOfDay, out var clockLength);
        if (offset <= byte.MaxValue || clockLength != 6)
        {
            return EncodeAnyMiddle(value, clock, clockLength, ref destination, type);
        }

        if (zone > byte.MaxValue)
        {
            // c7 11 type, the clock; cd, the offset, cd, the zone index, ce, and the nanoseconds.
            Store64(ref destination, SizedHeader(17, type) | (clock << 24));
            Store64(
                ref destination,
                (clock >> 40) | ((ulong)Tagged16(PackedInteger.UInt16, offset) << 8)
                    | ((ulong)Tagged16(PackedInteger.UInt16, zone) << 32) | ((ulong)PackedInteger.UInt32 << 56),
                8);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, 16), BinaryPrimitives.ReverseEndianness(value.Nanoseconds));
            return 20;
        }

        // Among the shorter payloads, only 16 bytes have the short header.
        var tail = OffsetAndZone(offset, zone, out var tailLength);
        var start = StoreHeader(6 + tailLength + NanosecondsLength, ref destination, type);
        Store64(ref destination, clock, start);
        Store64(ref destination, tail, start + 6);
        Store64(ref destination, Tagged32(PackedInteger.UInt32, value.Nanoseconds), start + 6 + tailLength);
        return start + 6 + tailLength + NanosecondsLength;
    }

    /// <summary>Encodes a 16-bit offset and a zone index of at most 8 bits in 4 or 5 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong OffsetAndZone(uint offset, uint zone, out int length)
    {
        var isTagged = (int)((0x7f - zone) >> 31);
        length = 4 + isTagged;
        return Tagged16(PackedInteger.UInt16, offset) | ((ulong)((zone << (8 * isTagged)) | (PackedInteger.UInt8 & (uint)-isTagged)) << 24);
    }

    /// <summary>Encodes the clock, the offset and the zone index in 2 to 6 bytes, and 32-bit nanoseconds, without a branch on any length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeAnyMiddle(in Timestamp value, ulong clock, int clockLength, ref byte destination, sbyte type)
    {
        var offset = Shortest((ushort)value.OffsetMinutes, out var offsetLength);
        var zone = Shortest(value.ZoneIndex, out var zoneLength);
        var middleLength = offsetLength + zoneLength;
        var length = clockLength + middleLength + NanosecondsLength;
        var start = StoreHeader(length, ref destination, type);
        ref var fields = ref Unsafe.Add(ref destination, start);
        Store64(ref fields, clock);
        Store64(ref fields, offset | ((ulong)zone << (8 * offsetLength)), clockLength);
        Store64(ref fields, Tagged32(PackedInteger.UInt32, value.Nanoseconds), clockLength + middleLength);
        return start + length;
    }

    /// <summary>Encodes a 16-bit day and a 16-bit or 32-bit second of the day as a word of 6 or 8 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong DayAndSecond(uint day, uint secondOfDay, out int length)
    {
        // 1 if the second takes 32 bits. The tags of the two forms are consecutive.
        var isLong = (int)((ushort.MaxValue - secondOfDay) >> 31);
        var second = (byte)(PackedInteger.UInt16 + isLong)
            | ((ulong)(BinaryPrimitives.ReverseEndianness(secondOfDay) >> (16 - (16 * isLong))) << 8);
        length = 6 + (2 * isLong);
        return Tagged16(PackedInteger.UInt16, day) | (second << 24);
    }

    /// <summary>Encodes a 16-bit number in 1, 2 or 3 bytes, without a branch.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Shortest(uint number, out int length)
    {
        const uint tags = ((uint)PackedInteger.UInt16 << 16) | ((uint)PackedInteger.UInt8 << 8);
        var extra = (int)(((0x7f - number) >> 31) + ((byte.MaxValue - number) >> 31));
        length = 1 + extra;

        // Byte reversal moves the number to the end of the word. The shift moves it down and leaves the first byte free for the tag.
        return (BinaryPrimitives.ReverseEndianness(number) >> (24 - (8 * extra))) | ((tags >> (8 * extra)) & byte.MaxValue);
    }

    /// <summary>Stores the header of a long payload and returns its length: 2 if the payload has 16 bytes; otherwise, 3.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int StoreHeader(int length, ref byte destination, sbyte type)
    {
        var isFixed = length == FixedLength ? 1 : 0;
        var sized = SizedHeader(length, type);
        var @fixed = ExtensionHeader.Fixed16 | ((uint)(byte)type << 8);
        Unsafe.WriteUnaligned(ref destination, sized ^ ((sized ^ @fixed) & (uint)-isFixed));
        return 3 - isFixed;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint SizedHeader(int length, sbyte type) => ExtensionHeader.Sized8 | ((uint)length << 8) | ((uint)(byte)type << 16);

    /// <summary>Determines whether the shortest form of the seconds has 32 bits: 65,536 to 2^32 - 1.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsUInt32Form(long seconds) => (ulong)(seconds - (ushort.MaxValue + 1)) <= uint.MaxValue - (ushort.MaxValue + 1u);
}
