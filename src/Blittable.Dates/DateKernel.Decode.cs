using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <content>Decodes common shapes. Every method may read <see cref="DateCodec.MaxLength"/> bytes. False means another shape or damaged data; the caller must
/// determine which.</content>
internal static partial class DateKernel
{
    /// <summary>Decodes MP_FULL: the seconds and three zeros, or all fields.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeFull(ref byte source, sbyte type, out DateParts value, out int consumed)
    {
        var word = Load64(ref source);

        // d7 type ce, the seconds, three zeros.
        const ulong mask = 0xFF00_0000_00FF_FFFF;
        if ((word & mask) == (0xd7 | ((uint)(byte)type << 8) | (PackedInteger.UInt32 << 16))
            && Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref source, 8)) == 0)
        {
            value = new(BinaryPrimitives.ReverseEndianness((uint)(word >> 24)));
            consumed = 10;
            return true;
        }

        return TryDecodeAllFields(ref source, type, 0, out value, out consumed);
    }

    /// <summary>Decodes MP_NONZERO, or TNT_EPOCH with another origin: the seconds alone, or all fields.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeNonZero(ref byte source, sbyte type, long origin, out DateParts value, out int consumed)
    {
        var word = Load64(ref source);
        if ((uint)word == (SizedHeader(5, type) | ((uint)PackedInteger.UInt32 << 24)))
        {
            value = new(BinaryPrimitives.ReverseEndianness((uint)(word >> 32)) + origin);
            consumed = 8;
            return true;
        }

        return TryDecodeAllFields(ref source, type, origin, out value, out consumed);
    }

    /// <summary>Decodes MP_DATE, or TNT_EPOCH_DATE with another origin: a day alone, a day and the second of the day, or all fields.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeDate(ref byte source, sbyte type, long origin, out DateParts value, out int consumed)
    {
        var word = Load64(ref source);
        if ((uint)word == (SizedHeader(3, type) | ((uint)PackedInteger.UInt16 << 24)))
        {
            value = new(SecondsOf((ushort)(word >> 32), 0) + origin);
            consumed = 6;
            return true;
        }

        if (TryDecodeDayAndSecond(ref source, word, type, origin, out value, out consumed))
        {
            return true;
        }

        return IsEarlyDay(word)
            ? TryDecodeEarlyDay(word, type, origin, out value, out consumed)
            : TryDecodeAllFieldsOfDay(ref source, type, origin, out value, out consumed);
    }

    /// <summary>Determines whether a record begins with <c>d4</c> or <c>d5</c>, which differ in the lowest bit, or has an empty payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsEarlyDay(ulong word) => ((uint)word & 0xFE) == ExtensionHeader.Fixed1 || (ushort)word == ExtensionHeader.Sized8;

    /// <summary>Decodes a day of up to 8 bits without other fields.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeEarlyDay(ulong word, sbyte type, long origin, out DateParts value, out int consumed)
    {
        var start = (uint)word & 0xFF_FFFF;
        uint day;
        if ((ushort)start == (ExtensionHeader.Fixed1 | ((uint)(byte)type << 8)) && start >> 16 <= 0x7f)
        {
            day = start >> 16;
            consumed = 3;
        }
        else if (start == (0xd5 | ((uint)(byte)type << 8) | (PackedInteger.UInt8 << 16)))
        {
            day = (byte)(word >> 24);
            consumed = 4;
        }
        else
        {
            day = 0;
            consumed = 3;
            if (start != SizedHeader(0, type))
            {
                value = default;
                return false;
            }
        }

        value = new(((long)day * Timestamp.SecondsPerDay) + origin);
        return true;
    }

    /// <summary>Decodes a 16-bit day and the second of the day.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeDayAndSecond(ref byte source, ulong word, sbyte type, long origin, out DateParts value, out int consumed)
    {
        const uint twoBytes = PackedInteger.UInt16;
        if ((ushort)word == (ExtensionHeader.Sized8 | (6 << 8))
            && (word & 0x00FF_0000_FFFF_FFFF) == (SizedHeader(6, type) | (twoBytes << 24) | ((ulong)twoBytes << 48)))
        {
            var second = (uint)(word >> 56 << 8) | Unsafe.Add(ref source, 8);
            value = new(SecondsOf((ushort)(word >> 32), second) + origin);
            consumed = 9;
            return second < Timestamp.SecondsPerDay;
        }

        if ((byte)word == 0xd7 && (word & 0x0000_FF00_00FF_FFFF) == (0xd7 | ((uint)(byte)type << 8) | (twoBytes << 16) | ((ulong)PackedInteger.UInt32 << 40)))
        {
            var second = Load32BigEndian(ref source, 6);
            value = new(SecondsOf((ushort)(word >> 24), second) + origin);
            consumed = 10;
            return second < Timestamp.SecondsPerDay;
        }

        value = default;
        consumed = 0;
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long SecondsOf(ushort bigEndianDay, uint secondOfDay) =>
        ((long)BinaryPrimitives.ReverseEndianness(bigEndianDay) * Timestamp.SecondsPerDay) + secondOfDay;
}
