using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Dates;

/// <content>Encodes the MP and TNT schemas, eight dates at once, one date per lane. Each field becomes a word in its shortest form, and the lengths determine
/// the positions of the words. Each date is stored in two pieces: first header and clock, then offset, zone index and nanoseconds. The second piece overwrites
/// the excess bytes of the first. Therefore no branch depends on the shape of a single date.</content>
internal static partial class DateBatchKernel
{
    private const int Lanes = 8;

    /// <summary>The length of an MP_FULL record with seconds only: header, seconds and three zeros.</summary>
    private const int FullSecondsLength = 10;
    private const long MaxSecondOfDays = ((ushort.MaxValue + 1L) * Timestamp.SecondsPerDay) - 1;

    internal static bool HasFields512 => BitConverter.IsLittleEndian && Avx512Vbmi.IsSupported && Avx512CD.IsSupported;

    /// <summary>Encodes dates until a date precedes the origin of its schema or exceeds 32-bit seconds or 16-bit days. Also stops when fewer dates than a
    /// vector remain or the destination may lack room for a vector of dates.</summary>
    internal static (int Count, int End) EncodeFields512<TSchema>(
        ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type)
        where TSchema : struct, IDateSchema<TSchema>
    {
        var secondsOf = Vector512.Create(0L, 2, 4, 6, 8, 10, 12, 14);
        var restOf = Vector512.Create(1L, 3, 5, 7, 9, 11, 13, 15);
        var origin = Vector512.Create(Origin<TSchema>());
        var mostSeconds = Vector512.Create(HasDays<TSchema>() ? (ulong)MaxSecondOfDays : uint.MaxValue);

        // Aligned because store forwarding fails for a vector that spans two cache lines: loads of its lanes would wait for the store.
        Span<ulong> scratch = stackalloc ulong[7 * Lanes];
        ref var words = ref AlignToVector(ref MemoryMarshal.GetReference(scratch));
        ref var from = ref Unsafe.As<Timestamp, long>(ref MemoryMarshal.GetReference(values));
        ref var to = ref MemoryMarshal.GetReference(destination);
        var count = 0;
        var end = start;
        while (count <= values.Length - Lanes && end <= destination.Length - (Lanes * DateCodec.MaxLength))
        {
            var lower = Vector512.LoadUnsafe(ref from, (nuint)count * 2);
            var upper = Vector512.LoadUnsafe(ref from, ((nuint)count * 2) + (nuint)Vector512<long>.Count);
            var seconds = (Avx512F.PermuteVar8x64x2(lower, secondsOf, upper) - origin).AsUInt64();
            var rest = Avx512F.PermuteVar8x64x2(lower, restOf, upper).AsUInt64();
            var fits = (uint)Vector512.LessThanOrEqual(seconds, mostSeconds).ExtractMostSignificantBits();
            var first = HasDays<TSchema>() ? Days(seconds) : seconds;
            var second = HasDays<TSchema>() ? seconds - Multiply(first, Timestamp.SecondsPerDay) : Vector512<ulong>.Zero;
            if (fits == byte.MaxValue && AreAlone<TSchema>(first, second | rest))
            {
                var length = HasDays<TSchema>() ? DayLength : typeof(TSchema) == typeof(MpFullSchema) ? FullSecondsLength : sizeof(ulong);
                StoreAlone<TSchema>(first, ref Unsafe.Add(ref to, end), type);
                StoreOffsets((Vector256<int>.Indices * length) + Vector256.Create(end), offsets, count);
                count += Lanes;
                end += length * Lanes;
                continue;
            }

            var clock = Clock<TSchema>(first, second, rest, out var clockLength);
            var middle = Middle<TSchema>(rest, out var middleLength);
            var nanoseconds = Nanoseconds<TSchema>(rest, out var nanosecondsLength);
            var header = Header(clockLength + middleLength + nanosecondsLength, type, out var headerLength);
            var clockEnd = headerLength + clockLength;
            var middleEnd = clockEnd + middleLength;
            var length8 = middleEnd + nanosecondsLength;
            var ends = RunningSum(length8) + Vector512.Create((ulong)end);
            var starts = ends - length8;

            starts.StoreUnsafe(ref words);
            (starts + clockEnd).StoreUnsafe(ref words, Lanes);
            StorePairs(middle, nanoseconds, middleLength, ref Unsafe.Add(ref words, 2 * Lanes));
            if (HasDays<TSchema>())
            {
                StorePairs(header, clock, headerLength, ref Unsafe.Add(ref words, 4 * Lanes));
            }
            else
            {
                (header | ShiftLeft(clock, headerLength)).StoreUnsafe(ref words, 4 * Lanes);
            }

            StoreOffsets(Avx512F.ConvertToVector256Int32(starts.AsInt64()), offsets, count);
            for (nuint i = 0; i < Lanes; i++)
            {
                StoreDate<TSchema>(ref to, ref words, i);
            }

            var lanes = BitOperations.TrailingZeroCount(~fits);
            count += lanes;
            if (lanes < Lanes)
            {
                return (count, (int)Unsafe.Add(ref words, lanes));
            }

            end = (int)ends.GetElement(Lanes - 1);
        }

        return (count, end);
    }

    /// <summary>Determines whether all dates consist only of a day whose shortest form has 16 bits, or of seconds whose shortest form has 32 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreAlone<TSchema>(Vector512<ulong> first, Vector512<ulong> others) =>
        others == Vector512<ulong>.Zero && Vector512.GreaterThanAll(first, Vector512.Create(HasDays<TSchema>() ? byte.MaxValue : (ulong)ushort.MaxValue));

    /// <summary>Stores a vector of records. They have 6 bytes (<c>c7 03 type cd</c> and the day) or 8 bytes (<c>c7 05 type ce</c> and the seconds). In MP_FULL
    /// they have 10 bytes: <c>d7 type ce</c>, the seconds and three zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreAlone<TSchema>(Vector512<ulong> first, ref byte destination, sbyte type)
    {
        if (HasDays<TSchema>())
        {
            var days = (Vector512.Create((ulong)Header(type)) | (first << 32)).AsByte();
            var order = Vector512.Create(
                (byte)0, 1, 2, 3, 5, 4, 8, 9, 10, 11, 13, 12, 16, 17, 18, 19, 21, 20, 24, 25, 26, 27, 29, 28, 32, 33, 34, 35, 37, 36, 40, 41,
                42, 43, 45, 44, 48, 49, 50, 51, 53, 52, 56, 57, 58, 59, 61, 60, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64);
            Vector512.Shuffle(days, order).StoreUnsafe(ref destination);
            return;
        }

        var seconds = ReverseBytes(first);
        var tagged = ((uint)(byte)type << 16) | ((uint)PackedInteger.UInt32 << 24);
        if (typeof(TSchema) != typeof(MpFullSchema))
        {
            (seconds | Vector512.Create((ulong)(ExtensionHeader.Sized8 | (5u << 8) | tagged))).AsByte().StoreUnsafe(ref destination);
            return;
        }

        // The last byte of a lane is zero. The permutation repeats it for the two zeros that follow.
        var records = ((seconds >> 8) | Vector512.Create((ulong)((RawCodec.Fixed8 | (tagged >> 8))))).AsByte();
        var low = Vector512.Create(
            (byte)0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 15, 16, 17, 18, 19, 20, 21, 22, 23, 23, 23, 24, 25,
            26, 27, 28, 29, 30, 31, 31, 31, 32, 33, 34, 35, 36, 37, 38, 39, 39, 39, 40, 41, 42, 43, 44, 45, 46, 47, 47, 47, 48, 49, 50, 51);
        var high = Vector512.Create(
            (byte)52, 53, 54, 55, 55, 55, 56, 57, 58, 59, 60, 61, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
            63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63);
        Avx512Vbmi.PermuteVar64x8(records, low).StoreUnsafe(ref destination);
        Avx512Vbmi.PermuteVar64x8(records, high).StoreUnsafe(ref destination, (nuint)Vector512<byte>.Count);
    }

    /// <summary>Encodes the seconds, or the day and the second of the day. The length is zero if all fields are omitted.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Clock<TSchema>(Vector512<ulong> first, Vector512<ulong> second, Vector512<ulong> rest, out Vector512<ulong> length)
    {
        var word = Shortest(first, out length);
        length = Cut<TSchema>(length, first | second | rest);
        if (HasDays<TSchema>())
        {
            var secondWord = Shortest(second, out var secondLength);
            word |= ShiftLeft(secondWord, length);
            length += Cut<TSchema>(secondLength, second | rest);
        }

        return word;
    }

    /// <summary>Encodes the offset and the zone index.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Middle<TSchema>(Vector512<ulong> rest, out Vector512<ulong> length)
    {
        var offset = Shortest((rest >> 32) & Vector512.Create((ulong)ushort.MaxValue), out length);
        var zone = Shortest(rest >> 48, out var zoneLength);
        length = Cut<TSchema>(length, rest);
        var word = offset | ShiftLeft(zone, length);
        length += Cut<TSchema>(zoneLength, rest & Vector512.Create(~((ulong)ushort.MaxValue << 32)));
        return word;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Nanoseconds<TSchema>(Vector512<ulong> rest, out Vector512<ulong> length)
    {
        var number = rest & Vector512.Create((ulong)uint.MaxValue);
        var word = Shortest(number, out length);
        length = Cut<TSchema>(length, number);
        return word;
    }

    /// <summary>Returns a length of zero if the schema omits trailing zeros and the field and all fields after it are zero.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Cut<TSchema>(Vector512<ulong> length, Vector512<ulong> fromFieldOn) => typeof(TSchema) == typeof(MpFullSchema)
        ? length
        : Vector512.ConditionalSelect(Vector512.Equals(fromFieldOn, Vector512<ulong>.Zero), Vector512<ulong>.Zero, length);

    /// <summary>Encodes 32-bit numbers in MessagePack's shortest forms of 1, 2, 3 or 5 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Shortest(Vector512<ulong> number, out Vector512<ulong> length)
    {
        // The number of leading zeros, 32 to 63, is the table index. The other bytes of a lane are 0 and select 0.
        var zeros = Avx512CD.LeadingZeroCount(number | Vector512<ulong>.One).AsByte();
        length = Avx512Vbmi.PermuteVar64x8(
            Vector512.Create(
                (byte)0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 3, 3, 3, 3, 3, 3, 3, 3, 2, 1, 1, 1, 1, 1, 1, 1),
            zeros).AsUInt64();
        const byte u8 = PackedInteger.UInt8, u16 = PackedInteger.UInt16, u32 = PackedInteger.UInt32;
        var tag = Avx512Vbmi.PermuteVar64x8(
            Vector512.Create(
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32,
                u16, u16, u16, u16, u16, u16, u16, u16, u8, 0, 0, 0, 0, 0, 0, 0),
            zeros).AsUInt64();

        // Byte reversal moves the number to the end of the lane. The shift moves it down and leaves the first byte free for the tag.
        var shift = Avx512Vbmi.PermuteVar64x8(
            Vector512.Create(
                (byte)0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 40, 40, 40, 40, 40, 40, 40, 40, 48, 56, 56, 56, 56, 56, 56, 56),
            zeros).AsUInt64();
        return Avx512F.ShiftRightLogicalVariable(ReverseBytes(number), shift) | tag;
    }

    /// <summary>Returns the headers of payloads of 0 to 19 bytes, and the header lengths. Payloads of 1, 2, 4, 8 and 16 bytes have 2-byte headers, <c>d4</c> to
    /// <c>d8</c>. Other payloads have 3-byte headers, <c>c7 length</c>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Header(Vector512<ulong> length, sbyte type, out Vector512<ulong> headerLength)
    {
        const byte sized = ExtensionHeader.Sized8, fixed1 = ExtensionHeader.Fixed1, fixed16 = ExtensionHeader.Fixed16;
        var first = Avx512Vbmi.PermuteVar64x8(
            Vector512.Create(
                sized, fixed1, fixed1 + 1, sized, fixed1 + 2, sized, sized, sized, fixed1 + 3, sized, sized, sized, sized, sized, sized, sized,
                fixed16, sized, sized, sized, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
            (length | Vector512.Create(0x3F3F_3F3F_3F3F_3F00ul)).AsByte()).AsUInt64();
        var isSized = Vector512.Equals(first, Vector512.Create((ulong)sized));
        var typeByte = (ulong)(byte)type;
        headerLength = Vector512.ConditionalSelect(isSized, Vector512.Create(3ul), Vector512.Create(2ul));
        return first | Vector512.ConditionalSelect(isSized, (length << 8) | Vector512.Create(typeByte << 16), Vector512.Create(typeByte << 8));
    }

    /// <summary>Computes whole days as seconds / 128 / 675. The division by 675 is a multiplication that is exact for all 16-bit days.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Days(Vector512<ulong> seconds)
    {
        const int secondsShift = 7;
        const int quotientShift = 35;
        const ulong reciprocal = ((1ul << quotientShift) / (Timestamp.SecondsPerDay >> secondsShift)) + 1;
        return Multiply(seconds >> secondsShift, reciprocal) >> quotientShift;
    }

    /// <summary>Multiplies 32-bit numbers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Multiply(Vector512<ulong> left, ulong right) => Avx512F.Multiply(left.AsUInt32(), Vector512.Create(right).AsUInt32());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> ReverseBytes(Vector512<ulong> lanes) => Vector512.Shuffle(lanes.AsByte(), Vector512.Create(
        (byte)7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 23, 22, 21, 20, 19, 18, 17, 16, 31, 30, 29, 28, 27, 26, 25, 24,
        39, 38, 37, 36, 35, 34, 33, 32, 47, 46, 45, 44, 43, 42, 41, 40, 55, 54, 53, 52, 51, 50, 49, 48, 63, 62, 61, 60, 59, 58, 57, 56)).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> ShiftLeft(Vector512<ulong> word, Vector512<ulong> bytes) => Avx512F.ShiftLeftLogicalVariable(word, bytes << 3);

    /// <summary>Computes the inclusive prefix sums of the lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> RunningSum(Vector512<ulong> lanes)
    {
        lanes += Avx512F.AlignRight64(lanes, Vector512<ulong>.Zero, 7);
        lanes += Avx512F.AlignRight64(lanes, Vector512<ulong>.Zero, 6);
        return lanes + Avx512F.AlignRight64(lanes, Vector512<ulong>.Zero, 4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreOffsets(Vector256<int> run, Span<int> offsets, int index)
    {
        if (!offsets.IsEmpty)
        {
            run.StoreUnsafe(ref MemoryMarshal.GetReference(offsets), (nuint)index);
        }
    }

    /// <summary>Returns the first vector-aligned position in an array that the garbage collector does not move.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe ref T AlignToVector<T>(ref T array)
        where T : unmanaged =>
        ref Unsafe.AddByteOffset(ref array, -(nint)Unsafe.AsPointer(ref array) & (Vector512<byte>.Count - 1));

    /// <summary>Joins two words of each lane to 16 bytes and stores them. The second word starts after the given number of bytes of the first word.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StorePairs(Vector512<ulong> first, Vector512<ulong> second, Vector512<ulong> firstLength, ref ulong destination)
    {
        var bits = firstLength << 3;
        var low = first | Avx512F.ShiftLeftLogicalVariable(second, bits);
        var high = Avx512F.ShiftRightLogicalVariable(second, Vector512.Create(64ul) - bits);
        Avx512F.PermuteVar8x64x2(low, Vector512.Create(0ul, 8, 1, 9, 2, 10, 3, 11), high).StoreUnsafe(ref destination);
        Avx512F.PermuteVar8x64x2(low, Vector512.Create(4ul, 12, 5, 13, 6, 14, 7, 15), high).StoreUnsafe(ref destination, Lanes);
    }

    /// <summary>Stores the two pieces of a lane at the positions in the first and the second eight words. The remaining words contain the pieces.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreDate<TSchema>(ref byte destination, ref ulong words, nuint lane)
    {
        ref var head = ref Unsafe.Add(ref destination, (nint)Unsafe.Add(ref words, lane));
        if (HasDays<TSchema>())
        {
            Vector128.LoadUnsafe(ref words, (4 * Lanes) + (2 * lane)).AsByte().StoreUnsafe(ref head);
        }
        else
        {
            Unsafe.WriteUnaligned(ref head, Unsafe.Add(ref words, (4 * Lanes) + lane));
        }

        ref var tail = ref Unsafe.Add(ref destination, (nint)Unsafe.Add(ref words, Lanes + lane));
        Vector128.LoadUnsafe(ref words, (2 * Lanes) + (2 * lane)).AsByte().StoreUnsafe(ref tail);
    }
}
