using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>Decoding. A method that returns false has seen a shape that is not its own, or damage, and has decided nothing.</summary>
internal static partial class DateKernel
{
    private const int MinMiddle = 2;
    private const int MaxMiddle = 6;

    /// <summary>MP_FULL; reads <see cref="DateCodec.MaxLength"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecodeFull(ref byte source, sbyte type, out Timestamp value, out int consumed)
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

    /// <summary>The seconds alone of MP_NONZERO, and of TNT_EPOCH by another origin; reads 8 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecodeSeconds(ref byte source, sbyte type, long origin, out Timestamp value, out int consumed)
    {
        var word = Load64(ref source);
        value = new(BinaryPrimitives.ReverseEndianness((uint)(word >> 32)) + origin);
        consumed = 8;
        return (uint)word == (SizedHeader(5, type) | ((uint)PackedInteger.UInt32 << 24));
    }

    /// <summary>A record with all fields of MP_FULL, MP_NONZERO or TNT_EPOCH; reads <see cref="DateCodec.MaxLength"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecodeAllFields(ref byte source, sbyte type, long origin, out Timestamp value, out int consumed) =>
        TryDecodeAllFields(ref source, Load64(ref source), type, origin, out value, out consumed);

    /// <summary>A day alone of MP_DATE, and of TNT_EPOCH_DATE by another origin; reads 8 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecodeDay(ref byte source, sbyte type, long origin, out Timestamp value, out int consumed)
    {
        var word = Load64(ref source);
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

    /// <summary>Other shapes of MP_DATE and TNT_EPOCH_DATE with a day of 16 bits: the second of the day, and all fields; reads <see cref="DateCodec.MaxLength"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecodeDayAndSecond(ref byte source, sbyte type, long origin, out Timestamp value, out int consumed)
    {
        var word = Load64(ref source);
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

        var headerLength = HeaderLength(word, out var length);
        var clock = Load64(ref source, headerLength);

        // The tag of the second of the day is cd or ce; one more says 32 bits instead of 16.
        var isLong = (int)(byte)(clock >> 24) - PackedInteger.UInt16;
        var clockLength = 6 + (2 * isLong);
        var middleLength = length - clockLength - NanosecondsLength;
        if ((uint)isLong > 1 || (uint)(middleLength - MinMiddle) > MaxMiddle - MinMiddle)
        {
            value = default;
            consumed = 0;
            return false;
        }

        consumed = headerLength + length;
        var secondOfDay = BinaryPrimitives.ReverseEndianness((uint)(clock >> 32)) >> (16 - (16 * isLong));
        var isRight = HasHeader(word, headerLength, type, PackedInteger.UInt16) & (secondOfDay < Timestamp.SecondsPerDay);
        var seconds = SecondsOf((ushort)(clock >> 8), secondOfDay) + origin;
        return TryReadTail(ref Unsafe.Add(ref source, headerLength + clockLength), middleLength, seconds, out value) & isRight;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeAllFields(ref byte source, ulong word, sbyte type, long origin, out Timestamp value, out int consumed)
    {
        var headerLength = HeaderLength(word, out var length);
        var middleLength = length - 5 - NanosecondsLength;
        if ((uint)(middleLength - MinMiddle) > MaxMiddle - MinMiddle)
        {
            value = default;
            consumed = 0;
            return false;
        }

        consumed = headerLength + length;
        var seconds = BinaryPrimitives.ReverseEndianness((uint)(word >> ((8 * headerLength) + 8))) + origin;
        var isRight = HasHeader(word, headerLength, type, PackedInteger.UInt32);
        return TryReadTail(ref Unsafe.Add(ref source, headerLength + 5), middleLength, seconds, out value) & isRight;
    }

    /// <summary>The middle, and the nanoseconds behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadTail(ref byte middleStart, int middleLength, long seconds, out Timestamp value)
    {
        var middle = Load64(ref middleStart);
        var isRight = TryReadShortest((uint)middle, out var offset, out var offsetLength);
        isRight &= TryReadShortest((uint)(middle >> (8 * offsetLength)), out var zone, out var zoneLength);
        isRight &= offsetLength + zoneLength == middleLength;
        isRight &= Unsafe.Add(ref middleStart, middleLength) == PackedInteger.UInt32;
        value = new(seconds, Load32BigEndian(ref middleStart, middleLength + 1), (short)offset, (ushort)zone);
        return isRight;
    }

    /// <summary>A number of 16 bits from 1, 2 or 3 bytes at the start of a word, without a branch.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadShortest(uint word, out uint number, out int length)
    {
        var tag = (byte)word;
        var isTagged = (uint)tag >> 7;
        var extra = isTagged * (tag - (PackedInteger.UInt8 - 1u));
        length = 1 + (int)extra;
        number = (BinaryPrimitives.ReverseEndianness(word) >> (int)(24 - (8 * extra))) & (byte.MaxValue | (0xFF00u & (0u - (extra >> 1))));

        // No tag and no extra byte, or a tag and one or two of them.
        return extra - isTagged <= 1;
    }

    /// <summary>The length of a header of 16 or another number of bytes, and that number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int HeaderLength(ulong word, out int length)
    {
        var isFixed = (byte)word == ExtensionHeader.Fixed16 ? 1 : 0;
        var sized = (int)(byte)(word >> 8);
        length = sized ^ ((sized ^ FixedLength) & -isFixed);
        return 3 - isFixed;
    }

    /// <summary>Whether the header whose length was read is one of this type, and the first field has this tag.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasHeader(ulong word, int headerLength, sbyte type, byte tag)
    {
        var first = ExtensionHeader.Fixed16 - ((headerLength - 2) * (ExtensionHeader.Fixed16 - ExtensionHeader.Sized8));
        return (ushort)(word >> ((8 * headerLength) - 8)) == ((byte)type | (tag << 8)) & (byte)word == first;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long SecondsOf(ushort bigEndianDay, uint secondOfDay) =>
        ((long)BinaryPrimitives.ReverseEndianness(bigEndianDay) * Timestamp.SecondsPerDay) + secondOfDay;
}
