using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>Decoding of records with all fields.</summary>
/// <remarks>A record is returned in two registers. The nanoseconds' place is known when the lengths of offset and zone index are.</remarks>
internal static partial class DateKernel
{
    /// <summary>What stands for no record. A record of just these bits is decoded by <see cref="FieldsCodec"/>.</summary>
    private static Timestamp Undecided => new(long.MinValue, ulong.MaxValue);

    /// <summary>Hands a record and its length out, and whether it is one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsDecided(Timestamp record, ulong word, out Timestamp value, out int consumed)
    {
        value = record;
        consumed = HeaderLength(word, out var length) + length;
        return record.UnixSeconds != long.MinValue;
    }

    /// <summary>Seconds of 32 bits and the other fields.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Timestamp DecodeAllFields(ref byte source, sbyte type, long origin)
    {
        var word = Load64(ref source);
        var headerLength = HeaderLength(word, out var length);
        if (!HasHeader(word, headerLength, type, PackedInteger.UInt32))
        {
            return Undecided;
        }

        var seconds = BinaryPrimitives.ReverseEndianness((uint)(word >> ((8 * headerLength) + 8))) + origin;
        return DecodeTail(ref Unsafe.Add(ref source, headerLength + SecondsLength), length - SecondsLength, seconds);
    }

    /// <summary>A day of 16 bits, a second of the day of 16 or 32, and the other fields.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Timestamp DecodeAllFieldsOfDay(ref byte source, sbyte type, long origin)
    {
        var word = Load64(ref source);
        var headerLength = HeaderLength(word, out var length);
        var clock = Load64(ref source, headerLength);
        var tag = (byte)(clock >> 24);
        var second = BinaryPrimitives.ReverseEndianness((uint)(clock >> 32));
        var clockLength = 8;
        if (tag == PackedInteger.UInt16)
        {
            second >>= 16;
            clockLength = 6;
        }
        else if (tag != PackedInteger.UInt32)
        {
            return Undecided;
        }

        if (!HasHeader(word, headerLength, type, PackedInteger.UInt16) || second >= Timestamp.SecondsPerDay)
        {
            return Undecided;
        }

        var seconds = SecondsOf((ushort)(clock >> 8), second) + origin;
        return DecodeTail(ref Unsafe.Add(ref source, headerLength + clockLength), length - clockLength, seconds);
    }

    /// <summary>The offset, the zone index, and nanoseconds of 32 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Timestamp DecodeTail(ref byte source, int length, long seconds)
    {
        nint end = 0;
        var offset = ReadShortest(ref source, ref end);
        var zone = ReadShortest(ref source, ref end);
        return (offset | zone) <= ushort.MaxValue && end + NanosecondsLength == length && Unsafe.Add(ref source, end) == PackedInteger.UInt32
            ? new(seconds, Load32BigEndian(ref source, end + 1), (short)offset, (ushort)zone)
            : Undecided;
    }

    /// <summary>Reads a number of 16 bits from 1, 2 or 3 bytes and moves past it; gives a larger number for another tag.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint ReadShortest(ref byte source, ref nint position)
    {
        uint tag = Unsafe.Add(ref source, position);
        if (tag == PackedInteger.UInt16)
        {
            position += 3;
            return BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref source, position - 2)));
        }

        if (tag <= 0x7f)
        {
            position++;
            return tag;
        }

        position += 2;
        return tag == PackedInteger.UInt8 ? Unsafe.Add(ref source, position - 1) : uint.MaxValue;
    }

    /// <summary>The length of a header of 16 or another number of bytes, and that number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int HeaderLength(ulong word, out int length)
    {
        // d8 has this bit, c7 has not; others are refused with the header.
        var isFixed = (int)(word >> 4) & 1;
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
