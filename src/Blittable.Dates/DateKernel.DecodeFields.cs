using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <content>Decodes records with all fields. Branches test only properties that all valid records share, because properties that vary between records would be
/// mispredicted. Lengths become addresses instead, and the length in the header is compared after the record has been read.</content>
internal static partial class DateKernel
{
    /// <summary>The maximum number of bytes of an offset and a zone index.</summary>
    private const int MaxMiddle = 6;

    /// <summary>The pseudo-length of a value that is not a 16-bit number. Up to this many more bytes may be read before the error is detected.</summary>
    private const byte Foreign = MaxMiddle + 2;

    /// <summary>The length of a 16-bit number in bytes, indexed by its first byte.</summary>
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

    /// <summary>The first two bytes of a header, indexed by payload length. The upper 16 bits mask the bits to compare, because the second byte of <c>d8</c> is
    /// the type.</summary>
    private static ReadOnlySpan<uint> LongHeaders =>
    [
        0xFFFF_00c7, 0xFFFF_01c7, 0xFFFF_02c7, 0xFFFF_03c7, 0xFFFF_04c7, 0xFFFF_05c7, 0xFFFF_06c7, 0xFFFF_07c7,
        0xFFFF_08c7, 0xFFFF_09c7, 0xFFFF_0ac7, 0xFFFF_0bc7, 0xFFFF_0cc7, 0xFFFF_0dc7, 0xFFFF_0ec7, 0xFFFF_0fc7,
        0x00FF_00d8, 0xFFFF_11c7, 0xFFFF_12c7, 0xFFFF_13c7,
    ];

    /// <summary>Decodes 32-bit seconds and the other fields, with 32-bit nanoseconds: 12 to 16 bytes of payload.</summary>
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

    /// <summary>Decodes a 16-bit day, a 16-bit or 32-bit second of the day, and the other fields: 13 to 19 bytes of payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryDecodeAllFieldsOfDay(ref byte source, sbyte type, long origin, out DateParts value, out int consumed)
    {
        const int dayLength = 3;
        uint header = Unsafe.ReadUnaligned<ushort>(ref source);
        ref var fields = ref Payload(ref source, header);
        if (HasStart(ref fields, type, PackedInteger.UInt16))
        {
            // The tag is cd, which is odd, before two bytes, or ce before four bytes.
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

    /// <summary>Decodes the offset, the zone index and 32-bit nanoseconds after a clock of known length, and verifies the length in the header.</summary>
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

    /// <summary>Reads a 16-bit number from 1, 2 or 3 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint ReadShortest(ref byte source)
    {
        // A number below 128 is its own tag. The tags cc and cd differ in the lowest bit.
        var word = BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<uint>(ref source));
        var isTagged = (int)(word >> 31);
        var isLong = (int)(word >> 24) & isTagged;
        return (word << (8 * isTagged)) >> (24 - (8 * isLong));
    }

    /// <summary>Returns the payload after a header of two bytes, <c>d8</c>, or three bytes, <c>c7</c>, which differ in bit 4.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte Payload(ref byte source, uint header) => ref Unsafe.Subtract(ref Unsafe.Add(ref source, 3), (nint)((header >> 4) & 1));

    /// <summary>Determines whether the fields follow a header of the given type and start with the given tag.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasStart(ref byte fields, sbyte type, byte tag) =>
        Unsafe.ReadUnaligned<ushort>(ref Unsafe.Subtract(ref fields, 1)) == ((byte)type | (tag << 8));
}
