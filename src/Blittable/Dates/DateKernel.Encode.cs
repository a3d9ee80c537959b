using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary>Encoding. Every method writes up to <see cref="DateCodec.MaxLength"/> bytes and returns how many of them are the record.</summary>
internal static partial class DateKernel
{
    /// <summary>MP_FULL.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeFull(in Timestamp value, ref byte destination, sbyte type)
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

        return FieldsCodec.Encode(value, Room(ref destination), type, 0, hasDays: false, isCut: false);
    }

    /// <summary>MP_NONZERO, and TNT_EPOCH by another origin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeNonZero(in Timestamp value, ref byte destination, sbyte type, long origin)
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

        return FieldsCodec.Encode(value, Room(ref destination), type, origin, hasDays: false, isCut: true);
    }

    /// <summary>MP_DATE, and TNT_EPOCH_DATE by another origin.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EncodeDate(in Timestamp value, ref byte destination, sbyte type, long origin)
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

        return FieldsCodec.Encode(value, Room(ref destination), type, origin, hasDays: true, isCut: true);
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

        // d4 type day; the first day of all is an empty payload, also of three bytes.
        Store64(ref destination, day == 0 ? SizedHeader(0, type) : ExtensionHeader.Fixed1 | ((uint)(byte)type << 8) | (day << 16));
        return 3;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeDayAndSecond(uint day, uint secondOfDay, ref byte destination, sbyte type)
    {
        if (secondOfDay > ushort.MaxValue)
        {
            Store64(ref destination, 0xd7 | ((uint)(byte)type << 8) | ((ulong)Tagged16(PackedInteger.UInt16, day) << 16));
            Store64(ref destination, Tagged32(PackedInteger.UInt32, secondOfDay), 5);
            return 10;
        }

        Store64(ref destination, SizedHeader(6, type) | ((ulong)Tagged16(PackedInteger.UInt16, day) << 24));
        Store64(ref destination, Tagged16(PackedInteger.UInt16, secondOfDay), 6);
        return 9;
    }

    /// <summary>Seconds and nanoseconds of 32 bits each, with offset and zone index between them: 12 to 16 bytes of payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeAllFields(in Timestamp value, uint seconds, ref byte destination, sbyte type)
    {
        uint offset = (ushort)value.OffsetMinutes;
        uint zone = value.ZoneIndex;
        if (offset > byte.MaxValue)
        {
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

        return EncodeAnyMiddle(value, seconds, ref destination, type);
    }

    /// <summary>A day of 16 bits, a second of the day of 16 or 32, nanoseconds of 32, with offset and zone index between them: 13 to 19 bytes of payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeAllFields(in Timestamp value, uint day, uint secondOfDay, ref byte destination, sbyte type)
    {
        uint offset = (ushort)value.OffsetMinutes;
        if (offset > byte.MaxValue && secondOfDay <= ushort.MaxValue)
        {
            var clock = Tagged16(PackedInteger.UInt16, day) | ((ulong)Tagged16(PackedInteger.UInt16, secondOfDay) << 24);
            uint zone = value.ZoneIndex;
            if (zone > byte.MaxValue)
            {
                // c7 17 type, the clock; cd, the offset, cd, the zone index, ce, and the nanoseconds.
                Store64(ref destination, SizedHeader(17, type) | (clock << 24));
                Store64(
                    ref destination,
                    (clock >> 40) | ((ulong)Tagged16(PackedInteger.UInt16, offset) << 8) | ((ulong)Tagged16(PackedInteger.UInt16, zone) << 32) | ((ulong)PackedInteger.UInt32 << 56),
                    8);
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, 16), BinaryPrimitives.ReverseEndianness(value.Nanoseconds));
                return 20;
            }

            // Of the shorter ones only 16 bytes have the short header.
            var tail = OffsetAndZone(offset, zone, out var tailLength);
            var headerLength = StoreHeader(6 + tailLength + NanosecondsLength, ref destination, type);
            Store64(ref destination, clock, headerLength);
            Store64(ref destination, tail, headerLength + 6);
            Store64(ref destination, Tagged32(PackedInteger.UInt32, value.Nanoseconds), headerLength + 6 + tailLength);
            return headerLength + 6 + tailLength + NanosecondsLength;
        }

        return EncodeAnyMiddle(value, day, secondOfDay, ref destination, type);
    }

    /// <summary>An offset of 16 bits and a zone index of 8 or fewer, in 4 or 5 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong OffsetAndZone(uint offset, uint zone, out int length)
    {
        var isTagged = (int)((0x7f - zone) >> 31);
        length = 4 + isTagged;
        return Tagged16(PackedInteger.UInt16, offset) | ((ulong)((zone << (8 * isTagged)) | (PackedInteger.UInt8 & (uint)-isTagged)) << 24);
    }

    /// <summary>Stores the header of a long payload, which only at 16 bytes is a short one; returns its length, 3 or 2.</summary>
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

    /// <summary>Whether the shortest form of the seconds has 32 bits: 65,536 to 2^32 - 1.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsUInt32Form(long seconds) => (ulong)(seconds - (ushort.MaxValue + 1)) <= uint.MaxValue - (ushort.MaxValue + 1u);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Span<byte> Room(ref byte destination) => MemoryMarshal.CreateSpan(ref destination, DateCodec.MaxLength);
}
