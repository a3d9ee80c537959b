using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>Decoding. Every method may read <see cref="DateCodec.MaxLength"/> bytes; one that returns false has seen a shape that is not its own, or damage, and has decided nothing.</summary>
internal static partial class DateKernel
{
    /// <summary>MP_FULL: the seconds and three zeros, or all fields.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeFull(ref byte source, sbyte type, out Timestamp value, out int consumed)
    {
        var word = Load64(ref source);

        // d7 type ce, the seconds, three zeros.
        const ulong mask = 0xFF00_0000_00FF_FFFF;
        if ((word & mask) == (0xd7 | ((uint)(byte)type << 8) | (PackedInteger.UInt32 << 16)) && Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref source, 8)) == 0)
        {
            value = new(BinaryPrimitives.ReverseEndianness((uint)(word >> 24)));
            consumed = 10;
            return true;
        }

        return TryDecodeAllFields(ref source, word, type, 0, out value, out consumed);
    }

    /// <summary>MP_NONZERO, and TNT_EPOCH by another origin: the seconds alone, or all fields.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeNonZero(ref byte source, sbyte type, long origin, out Timestamp value, out int consumed)
    {
        var word = Load64(ref source);
        if ((uint)word == (SizedHeader(5, type) | ((uint)PackedInteger.UInt32 << 24)))
        {
            value = new(BinaryPrimitives.ReverseEndianness((uint)(word >> 32)) + origin);
            consumed = 8;
            return true;
        }

        return TryDecodeAllFields(ref source, word, type, origin, out value, out consumed);
    }

    /// <summary>MP_DATE, and TNT_EPOCH_DATE by another origin: a day alone, with the second of the day, or all fields.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeDate(ref byte source, sbyte type, long origin, out Timestamp value, out int consumed)
    {
        var word = Load64(ref source);
        return TryDecodeDay(word, type, origin, out value, out consumed)
            || TryDecodeDayAndSecond(ref source, word, type, origin, out value, out consumed)
            || IsDecided(DecodeAllFieldsOfDay(ref source, type, origin), word, out value, out consumed);
    }

    /// <summary>A day alone, of up to 16 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeDay(ulong word, sbyte type, long origin, out Timestamp value, out int consumed)
    {
        uint day;
        if ((uint)word == (SizedHeader(3, type) | ((uint)PackedInteger.UInt16 << 24)))
        {
            day = BinaryPrimitives.ReverseEndianness((ushort)(word >> 32));
            consumed = 6;
        }
        else if ((ushort)word == (ExtensionHeader.Fixed1 | ((uint)(byte)type << 8)) && (byte)(word >> 16) <= 0x7f)
        {
            day = (byte)(word >> 16);
            consumed = 3;
        }
        else if (((uint)word & 0xFF_FFFF) == (0xd5 | ((uint)(byte)type << 8) | (PackedInteger.UInt8 << 16)))
        {
            day = (byte)(word >> 24);
            consumed = 4;
        }
        else
        {
            day = 0;
            consumed = 3;
            if (((uint)word & 0xFF_FFFF) != SizedHeader(0, type))
            {
                value = default;
                return false;
            }
        }

        value = new(((long)day * Timestamp.SecondsPerDay) + origin);
        return true;
    }

    /// <summary>A day of 16 bits and the second of the day.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeDayAndSecond(ref byte source, ulong word, sbyte type, long origin, out Timestamp value, out int consumed)
    {
        const uint twoBytes = PackedInteger.UInt16;
        if ((word & 0x00FF_0000_FFFF_FFFF) == (SizedHeader(6, type) | (twoBytes << 24) | ((ulong)twoBytes << 48)))
        {
            var second = (uint)(word >> 56 << 8) | Unsafe.Add(ref source, 8);
            value = new(SecondsOf((ushort)(word >> 32), second) + origin);
            consumed = 9;
            return second < Timestamp.SecondsPerDay;
        }

        if ((word & 0x0000_FF00_00FF_FFFF) == (0xd7 | ((uint)(byte)type << 8) | (twoBytes << 16) | ((ulong)PackedInteger.UInt32 << 40)))
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

    /// <summary>Seconds of 32 bits and the other fields, the offset mostly of 16 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeAllFields(ref byte source, ulong word, sbyte type, long origin, out Timestamp value, out int consumed)
    {
        const ulong twoBytes = PackedInteger.UInt16;
        const ulong fourBytes = PackedInteger.UInt32;
        if ((word & 0xFF00_0000_00FF_FFFF) == (ExtensionHeader.Fixed16 | ((uint)(byte)type << 8) | (fourBytes << 16) | (twoBytes << 56)))
        {
            // ... the offset; cd, the zone index, ce, the nanoseconds.
            var next = Load64(ref source, 10);
            value = new(
                BinaryPrimitives.ReverseEndianness((uint)(word >> 24)) + origin,
                BinaryPrimitives.ReverseEndianness((uint)(next >> 32)),
                (short)BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref source, 8))),
                BinaryPrimitives.ReverseEndianness((ushort)(next >> 8)));
            consumed = 18;
            return (next & 0xFF00_00FF) == (twoBytes | (fourBytes << 24));
        }

        // c7 length type ce, the seconds; cd, the offset, the zone index of one byte or two, ce, the nanoseconds.
        var isTagged = (int)(byte)(word >> 8) - 14;
        var middleWord = Load64(ref source, 8);
        if (((uint)word & 0xFFFF_00FF) == (SizedHeader(0, type) | ((uint)PackedInteger.UInt32 << 24)) & (uint)isTagged <= 1 & (byte)middleWord == PackedInteger.UInt16)
        {
            var zoneWord = (uint)(middleWord >> 24);
            var tag = (uint)(byte)zoneWord - (PackedInteger.UInt8 * (uint)isTagged);
            value = new(
                BinaryPrimitives.ReverseEndianness((uint)(word >> 32)) + origin,
                Load32BigEndian(ref source, 13 + isTagged),
                (short)BinaryPrimitives.ReverseEndianness((ushort)(middleWord >> 8)),
                (byte)(zoneWord >> (8 * isTagged)));
            consumed = 17 + isTagged;
            return tag < 0x80u >> (7 * isTagged) & (byte)(zoneWord >> (8 + (8 * isTagged))) == PackedInteger.UInt32;
        }

        return IsDecided(DecodeAllFields(ref source, type, origin), word, out value, out consumed);
    }
}
