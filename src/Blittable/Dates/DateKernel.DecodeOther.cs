using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <summary>The rarer shapes with all fields, decoded without a branch on any length, and behind them everything else. Not inlined: see <see cref="FieldsCodec.Result"/>.</summary>
internal static partial class DateKernel
{
    private const int MinMiddle = 2;
    private const int MaxMiddle = 6;

    /// <summary>Seconds and nanoseconds of 32 bits, or a record of any shape.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static FieldsCodec.Result DecodeOther(ReadOnlySpan<byte> source, sbyte type, long origin, bool isCut)
    {
        return BitConverter.IsLittleEndian && source.Length >= DateCodec.MaxLength
            && TryDecodeAnyMiddle(ref MemoryMarshal.GetReference(source), type, origin, out var value, out var consumed)
                ? new(DateStatus.Ok, value, consumed)
                : FieldsCodec.Decode(source, type, origin, hasDays: false, isCut);
    }

    /// <summary>A day of 16 bits, a second of the day of 16 or 32, nanoseconds of 32 bits, or a record of any shape.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static FieldsCodec.Result DecodeOtherDay(ReadOnlySpan<byte> source, sbyte type, long origin)
    {
        return BitConverter.IsLittleEndian && source.Length >= DateCodec.MaxLength
            && TryDecodeAnyMiddleOfDay(ref MemoryMarshal.GetReference(source), type, origin, out var value, out var consumed)
                ? new(DateStatus.Ok, value, consumed)
                : FieldsCodec.Decode(source, type, origin, hasDays: true, isCut: true);
    }

    private static bool TryDecodeAnyMiddleOfDay(ref byte source, sbyte type, long origin, out Timestamp value, out int consumed)
    {
        var word = Load64(ref source);
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

    private static bool TryDecodeAnyMiddle(ref byte source, sbyte type, long origin, out Timestamp value, out int consumed)
    {
        var word = Load64(ref source);
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
}
