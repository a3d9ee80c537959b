using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <content>
/// Decoding of records with all fields.
/// Only properties that all sound records share are branches. What changes from record to record is not, as it would be mispredicted: lengths
/// become addresses, and the length that the header tells is compared when the record has been read.
/// </content>
internal static partial class DateKernel
{
    /// <summary>The most bytes of an offset and a zone index.</summary>
    private const int MaxMiddle = 6;

    /// <summary>Stands for the length of what is not a number of 16 bits; so many bytes more may be read before that is noticed.</summary>
    private const byte Foreign = MaxMiddle + 2;

    /// <summary>Bytes of a number of 16 bits, by its first one.</summary>
    private static ReadOnlySpan<byte> ShortestLengths =>
    [
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign,
        Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign,
        Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign,
        Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign,
        Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, 2, 3, Foreign, Foreign,
        Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign,
        Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign,
        Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign, Foreign,
    ];

    /// <summary>The first two bytes of a header by the length of its payload, below which of their bits count: of <c>d8</c> the second is the type.</summary>
    private static ReadOnlySpan<uint> LongHeaders =>
    [
        0xFFFF_00c7, 0xFFFF_01c7, 0xFFFF_02c7, 0xFFFF_03c7, 0xFFFF_04c7, 0xFFFF_05c7, 0xFFFF_06c7, 0xFFFF_07c7,
        0xFFFF_08c7, 0xFFFF_09c7, 0xFFFF_0ac7, 0xFFFF_0bc7, 0xFFFF_0cc7, 0xFFFF_0dc7, 0xFFFF_0ec7, 0xFFFF_0fc7,
        0x00FF_00d8, 0xFFFF_11c7, 0xFFFF_12c7, 0xFFFF_13c7,
    ];

    /// <summary>Seconds of 32 bits and the other fields, the nanoseconds of 32 bits too: 12 to 16 bytes of payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeAllFields(ref byte source, sbyte type, long origin, out DateParts value, out int consumed)
    {
        uint header = Unsafe.ReadUnaligned<ushort>(ref source);
        ref var fields = ref Payload(ref source, header);
        if (HasStart(ref fields, type, PackedInteger.UInt32))
        {
            return TryDecodeTail(ref source, header, ref fields, SecondsLength, Load32BigEndian(ref fields, 1) + origin, out value, out consumed);
        }

        value = default;
        consumed = 0;
        return false;
    }

    /// <summary>A day of 16 bits, a second of the day of 16 or 32, and the other fields: 13 to 19 bytes of payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeAllFieldsOfDay(ref byte source, sbyte type, long origin, out DateParts value, out int consumed)
    {
        const int dayLength = 3;
        uint header = Unsafe.ReadUnaligned<ushort>(ref source);
        ref var fields = ref Payload(ref source, header);
        if (HasStart(ref fields, type, PackedInteger.UInt16))
        {
            // cd, which is odd, and two bytes, or ce and four.
            nint tag = Unsafe.Add(ref fields, dayLength);
            var isShort = tag & 1;
            var second = Load32BigEndian(ref fields, dayLength + 1) >> (int)(isShort << 4);
            if ((nuint)(tag - PackedInteger.UInt16) <= 1 && second < Timestamp.SecondsPerDay)
            {
                var seconds = SecondsOf(Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref fields, 1)), second) + origin;
                return TryDecodeTail(ref source, header, ref fields, dayLength + 5 - (2 * isShort), seconds, out value, out consumed);
            }
        }

        value = default;
        consumed = 0;
        return false;
    }

    /// <summary>
    /// The offset, the zone index, and nanoseconds of 32 bits, after a clock of a known length; and whether the header is that of so many
    /// bytes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeTail(
        ref byte source, uint header, ref byte fields, nint clockLength, long seconds, out DateParts value, out int consumed)
    {
        ref var lengths = ref MemoryMarshal.GetReference(ShortestLengths);
        ref var offset = ref Unsafe.Add(ref fields, clockLength);
        nint offsetLength = Unsafe.Add(ref lengths, (nint)offset);
        ref var zone = ref Unsafe.Add(ref offset, offsetLength);
        var middleLength = Unsafe.Add(ref lengths, (nint)zone) + offsetLength;
        ref var nanoseconds = ref Unsafe.Add(ref offset, middleLength);
        var length = clockLength + middleLength + NanosecondsLength;
        value = new(seconds, Load32BigEndian(ref nanoseconds, 1), ReadShortest(ref offset) | (ReadShortest(ref zone) << 16));
        consumed = (int)(Unsafe.ByteOffset(ref source, ref fields) + length);
        if (middleLength <= MaxMiddle && nanoseconds == PackedInteger.UInt32)
        {
            var expected = Unsafe.Add(ref MemoryMarshal.GetReference(LongHeaders), length);
            if (((header ^ expected) & (expected >> 16)) == 0)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>A number of 16 bits in 1, 2 or 3 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint ReadShortest(ref byte source)
    {
        // A number below 128 is its own tag; cc and cd differ in the lowest bit.
        var word = BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<uint>(ref source));
        var isTagged = (int)(word >> 31);
        var isLong = (int)(word >> 24) & isTagged;
        return (word << (8 * isTagged)) >> (24 - (8 * isLong));
    }

    /// <summary>What follows a header of two bytes, <c>d8</c>, or of three, <c>c7</c>, which differ in this bit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte Payload(ref byte source, uint header) => ref Unsafe.Subtract(ref Unsafe.Add(ref source, 3), (nint)((header >> 4) & 1));

    /// <summary>Determines whether the fields follow a header of this type, and the first has this tag.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasStart(ref byte fields, sbyte type, byte tag) =>
        Unsafe.ReadUnaligned<ushort>(ref Unsafe.Subtract(ref fields, 1)) == ((byte)type | (tag << 8));
}
