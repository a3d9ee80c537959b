using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Dates;

/// <content>Encodes the MP and TNT schemas, four dates at once, on processors without a byte permutation across a whole register. As in the 512-bit code, a
/// lane is a date, and its two pieces overlap. Three comparisons determine the width of a number's shortest form, and one table lookup returns length, tag and
/// shift.</content>
internal static partial class DateBatchKernel
{
    private const int Lanes256 = 4;

    internal static bool HasFields256 => BitConverter.IsLittleEndian && Avx2.IsSupported;

    /// <inheritdoc cref="EncodeFields512{TSchema}"/>
    internal static (int Count, int End) EncodeFields256<TSchema>(
        ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type)
        where TSchema : struct, IDateSchema<TSchema>
    {
        var origin = Vector256.Create(Origin<TSchema>());
        var mostSeconds = Vector256.Create(HasDays<TSchema>() ? (ulong)MaxSecondOfDays : uint.MaxValue);
        Span<ulong> scratch = stackalloc ulong[4 * Lanes256];
        ref var places = ref AlignToVector(ref MemoryMarshal.GetReference(scratch));
        ref var from = ref Unsafe.As<Timestamp, long>(ref MemoryMarshal.GetReference(values));
        ref var to = ref MemoryMarshal.GetReference(destination);
        var count = 0;
        var end = start;
        while (count <= values.Length - Lanes256 && end <= destination.Length - (Lanes256 * DateCodec.MaxLength))
        {
            ref var records = ref Unsafe.Add(ref from, (nint)count * 2);
            var even = Vector256.Create(Vector128.LoadUnsafe(ref records), Vector128.LoadUnsafe(ref records, 4));
            var odd = Vector256.Create(Vector128.LoadUnsafe(ref records, 2), Vector128.LoadUnsafe(ref records, 6));
            var seconds = (Avx2.UnpackLow(even, odd) - origin).AsUInt64();
            var rest = Avx2.UnpackHigh(even, odd).AsUInt64();

            // Clears the seconds of dates that do not fit, because no length may exceed the available room.
            var fit = Vector256.LessThanOrEqual(seconds, mostSeconds);
            var fits = fit.ExtractMostSignificantBits();
            seconds &= fit;
            var first = HasDays<TSchema>() ? Days(seconds) : seconds;
            var second = HasDays<TSchema>() ? seconds - Multiply(first, Timestamp.SecondsPerDay) : Vector256<ulong>.Zero;
            if (fits == 0b1111 && AreAlone<TSchema>(first, second | rest))
            {
                var length = HasDays<TSchema>() ? DayLength : typeof(TSchema) == typeof(MpFullSchema) ? FullSecondsLength : sizeof(ulong);
                StoreAlone<TSchema>(first, ref Unsafe.Add(ref to, end), type);
                StoreOffsets((Vector128<int>.Indices * length) + Vector128.Create(end), offsets, count);
                count += Lanes256;
                end += length * Lanes256;
                continue;
            }

            Vector256<ulong> starts, ends;
            var clock = Clock<TSchema>(first, second, rest, out var clockLength);
            if (typeof(TSchema) != typeof(MpFullSchema) && rest == Vector256<ulong>.Zero)
            {
                var headers = Header(clockLength, type, out var headerLengths);
                var lengths = headerLengths + clockLength;
                ends = RunningSum(lengths) + Vector256.Create((ulong)end);
                starts = ends - lengths;
                starts.StoreUnsafe(ref places);
                StoreFour(Join(headers, clock, headerLengths), ref to, ref places);
            }
            else
            {
                var middle = Middle<TSchema>(rest, out var middleLength);
                var nanoseconds = Nanoseconds<TSchema>(rest, out var nanosecondsLength);
                var header = Header(clockLength + middleLength + nanosecondsLength, type, out var headerLength);
                var clockEnd = headerLength + clockLength;
                var lengths = clockEnd + middleLength + nanosecondsLength;
                ends = RunningSum(lengths) + Vector256.Create((ulong)end);
                starts = ends - lengths;
                starts.StoreUnsafe(ref places);
                (starts + clockEnd).StoreUnsafe(ref places, Lanes256);
                StoreFour(Join(header, clock, headerLength), Join(middle, nanoseconds, middleLength), ref to, ref places);
            }

            StoreOffsets(Avx2.PermuteVar8x32(starts.AsInt32(), Vector256.Create(0, 2, 4, 6, 0, 2, 4, 6)).GetLower(), offsets, count);
            if (fits != 0b1111)
            {
                var lanes = BitOperations.TrailingZeroCount(~fits);
                return (count + lanes, (int)Unsafe.Add(ref places, lanes));
            }

            count += Lanes256;
            end = (int)ends.GetElement(Lanes256 - 1);
        }

        return (count, end);
    }

    /// <summary>Determines whether all dates consist only of a day whose shortest form has 16 bits, or of seconds whose shortest form has 32 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreAlone<TSchema>(Vector256<ulong> first, Vector256<ulong> others) =>
        others == Vector256<ulong>.Zero
        && Vector256.GreaterThanAll(first.AsInt64(), Vector256.Create(HasDays<TSchema>() ? byte.MaxValue : (long)ushort.MaxValue));

    /// <inheritdoc cref="StoreAlone{TSchema}(Vector512{ulong}, ref byte, sbyte)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreAlone<TSchema>(Vector256<ulong> first, ref byte destination, sbyte type)
    {
        if (HasDays<TSchema>())
        {
            var days = Avx2.Shuffle((Vector256.Create((ulong)Header(type)) | (first << 32)).AsByte(), Vector256.Create(
                (byte)0, 1, 2, 3, 5, 4, 8, 9, 10, 11, 13, 12, 128, 128, 128, 128,
                0, 1, 2, 3, 5, 4, 8, 9, 10, 11, 13, 12, 128, 128, 128, 128));
            days.GetLower().StoreUnsafe(ref destination);
            days.GetUpper().StoreUnsafe(ref destination, 2 * DayLength);
            return;
        }

        var seconds = ReverseBytes(first);
        var tagged = ((uint)(byte)type << 16) | ((uint)PackedInteger.UInt32 << 24);
        if (typeof(TSchema) != typeof(MpFullSchema))
        {
            (seconds | Vector256.Create((ulong)(ExtensionHeader.Sized8 | (5u << 8) | tagged))).AsByte().StoreUnsafe(ref destination);
            return;
        }

        // Two more zeros follow the last byte of a lane, which is also zero.
        var records = (seconds >> 8) | Vector256.Create((ulong)(RawCodec.Fixed8 | (tagged >> 8)));
        var even = Avx2.UnpackLow(records, Vector256<ulong>.Zero).AsByte();
        var odd = Avx2.UnpackHigh(records, Vector256<ulong>.Zero).AsByte();
        even.GetLower().StoreUnsafe(ref destination);
        odd.GetLower().StoreUnsafe(ref destination, FullSecondsLength);
        even.GetUpper().StoreUnsafe(ref destination, 2 * FullSecondsLength);
        odd.GetUpper().StoreUnsafe(ref destination, 3 * FullSecondsLength);
    }

    /// <inheritdoc cref="Clock{TSchema}(Vector512{ulong}, Vector512{ulong}, Vector512{ulong}, out Vector512{ulong})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Clock<TSchema>(Vector256<ulong> first, Vector256<ulong> second, Vector256<ulong> rest, out Vector256<ulong> length)
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

    /// <summary>Encodes the offset and the zone index. These 16-bit numbers become 32-bit words in the halves of a lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Middle<TSchema>(Vector256<ulong> rest, out Vector256<ulong> length)
    {
        var numbers = Avx2.Shuffle(rest.AsByte(), Vector256.Create(
            (byte)4, 5, 128, 128, 6, 7, 128, 128, 12, 13, 128, 128, 14, 15, 128, 128,
            4, 5, 128, 128, 6, 7, 128, 128, 12, 13, 128, 128, 14, 15, 128, 128)).AsInt32();
        var reversed = Avx2.Shuffle(rest.AsByte(), Vector256.Create(
            (byte)128, 128, 5, 4, 128, 128, 7, 6, 128, 128, 13, 12, 128, 128, 15, 14,
            128, 128, 5, 4, 128, 128, 7, 6, 128, 128, 13, 12, 128, 128, 15, 14)).AsUInt32();
        var form = Vector256.Create(0xFF0A0602).AsByte()
            + Avx2.CompareGreaterThan(numbers, Vector256.Create(0x7F)).AsByte()
            + Avx2.CompareGreaterThan(numbers, Vector256.Create((int)byte.MaxValue)).AsByte();
        const byte u8 = PackedInteger.UInt8, u16 = PackedInteger.UInt16;
        var found = Avx2.Shuffle(
            Vector256.Create(3, 2, 1, 0, u16, u8, 0, 0, 8, 16, 24, 0, 0, 0, 0, 0, 3, 2, 1, 0, u16, u8, 0, 0, 8, 16, 24, 0, 0, 0, 0, 0), form).AsUInt32();
        var lowest = Vector256.Create((uint)byte.MaxValue);
        var words = (Avx2.ShiftRightLogicalVariable(reversed, found >> 16) | ((found >> 8) & lowest)).AsUInt64();
        var low = Vector256.Create((ulong)uint.MaxValue);
        var lengths = (found & lowest).AsUInt64();
        var offsetLength = Cut<TSchema>(lengths & low, rest);
        length = offsetLength + Cut<TSchema>(lengths >> 32, rest & Vector256.Create(~((ulong)ushort.MaxValue << 32)));
        return (words & low) | ShiftLeft(words >> 32, offsetLength);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Nanoseconds<TSchema>(Vector256<ulong> rest, out Vector256<ulong> length)
    {
        var number = rest & Vector256.Create((ulong)uint.MaxValue);
        var word = Shortest(number, out length);
        length = Cut<TSchema>(length, number);
        return word;
    }

    /// <inheritdoc cref="Cut{TSchema}(Vector512{ulong}, Vector512{ulong})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Cut<TSchema>(Vector256<ulong> length, Vector256<ulong> fromFieldOn) => typeof(TSchema) == typeof(MpFullSchema)
        ? length
        : Vector256.AndNot(length, Vector256.Equals(fromFieldOn, Vector256<ulong>.Zero));

    /// <inheritdoc cref="Shortest(Vector512{ulong}, out Vector512{ulong})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Shortest(Vector256<ulong> number, out Vector256<ulong> length)
    {
        // Each true comparison subtracts 1 from every byte: the table index is 3 for the shortest form and 0 for the longest. The lowest byte of a lane selects
        // the length, the second the tag and the third the shift. The other bytes have their highest bit set and select zero.
        var clamped = Avx2.Min(number.AsUInt32(), Vector256.Create((ulong)ushort.MaxValue + 1).AsUInt32()).AsInt32();
        var form = Vector256.Create(0xFFFFFFFF_FF0B0703).AsByte()
            + Avx2.CompareGreaterThan(clamped, Vector256.Create(0x7FL).AsInt32()).AsByte()
            + Avx2.CompareGreaterThan(clamped, Vector256.Create((long)byte.MaxValue).AsInt32()).AsByte()
            + Avx2.CompareGreaterThan(clamped, Vector256.Create((long)ushort.MaxValue).AsInt32()).AsByte();
        const byte u8 = PackedInteger.UInt8, u16 = PackedInteger.UInt16, u32 = PackedInteger.UInt32;
        var found = Avx2.Shuffle(
            Vector256.Create(5, 3, 2, 1, u32, u16, u8, 0, 24, 40, 48, 56, 0, 0, 0, 0, 5, 3, 2, 1, u32, u16, u8, 0, 24, 40, 48, 56, 0, 0, 0, 0),
            form).AsUInt64();
        var lowest = Vector256.Create((ulong)byte.MaxValue);
        length = found & lowest;

        // Byte reversal moves the number to the end of the lane. The shift moves it down and leaves the first byte free for the tag.
        return Avx2.ShiftRightLogicalVariable(ReverseBytes(number), found >> 16) | ((found >> 8) & lowest);
    }

    /// <inheritdoc cref="Header(Vector512{ulong}, sbyte, out Vector512{ulong})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Header(Vector256<ulong> length, sbyte type, out Vector256<ulong> headerLength)
    {
        // The length minus one, 0 to 15, is the table index. Other lengths set the highest bit and select zero.
        const byte fixed1 = ExtensionHeader.Fixed1, fixed16 = ExtensionHeader.Fixed16;
        var index = (length + Vector256.Create(0x80808080_8080806Ful)) | (Vector256.Equals(length, Vector256<ulong>.Zero) & Vector256.Create(0x80ul));
        var first = Avx2.Shuffle(
            Vector256.Create(
                fixed1, fixed1 + 1, 0, fixed1 + 2, 0, 0, 0, fixed1 + 3, 0, 0, 0, 0, 0, 0, 0, fixed16,
                fixed1, fixed1 + 1, 0, fixed1 + 2, 0, 0, 0, fixed1 + 3, 0, 0, 0, 0, 0, 0, 0, fixed16),
            index.AsByte()).AsUInt64();
        var isSized = Vector256.Equals(first, Vector256<ulong>.Zero);
        var typeByte = (ulong)(byte)type;
        headerLength = Vector256.Create(2ul) - isSized;
        return Vector256.ConditionalSelect(
            isSized, (length << 8) | Vector256.Create(ExtensionHeader.Sized8 | (typeByte << 16)), first | Vector256.Create(typeByte << 8));
    }

    /// <inheritdoc cref="Days(Vector512{ulong})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Days(Vector256<ulong> seconds)
    {
        const int secondsShift = 7;
        const int quotientShift = 35;
        const ulong reciprocal = ((1ul << quotientShift) / (Timestamp.SecondsPerDay >> secondsShift)) + 1;
        return Multiply(seconds >> secondsShift, reciprocal) >> quotientShift;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Multiply(Vector256<ulong> left, ulong right) => Avx2.Multiply(left.AsUInt32(), Vector256.Create(right).AsUInt32());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> ReverseBytes(Vector256<ulong> lanes) => Avx2.Shuffle(lanes.AsByte(), Vector256.Create(
        (byte)7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8)).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> ShiftLeft(Vector256<ulong> word, Vector256<ulong> bytes) => Avx2.ShiftLeftLogicalVariable(word, bytes << 3);

    /// <inheritdoc cref="RunningSum(Vector512{ulong})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> RunningSum(Vector256<ulong> lanes)
    {
        lanes += Avx2.ShiftLeftLogical128BitLane(lanes, sizeof(ulong));
        return lanes + (Avx2.Permute4x64(lanes, 0b01_01_00_00) & Vector256.Create(0, 0, ulong.MaxValue, ulong.MaxValue));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreOffsets(Vector128<int> run, Span<int> offsets, int index)
    {
        if (!offsets.IsEmpty)
        {
            run.StoreUnsafe(ref MemoryMarshal.GetReference(offsets), (nuint)index);
        }
    }

    /// <summary>Joins two words of each lane to 16 bytes. Lanes 0 and 2 are in the first result, lanes 1 and 3 in the second. The second word starts after the
    /// given number of bytes of the first word.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static (Vector256<byte> Even, Vector256<byte> Odd) Join(Vector256<ulong> first, Vector256<ulong> second, Vector256<ulong> firstLength)
    {
        var bits = firstLength << 3;
        var low = first | Avx2.ShiftLeftLogicalVariable(second, bits);
        var high = Avx2.ShiftRightLogicalVariable(second, Vector256.Create(64ul) - bits);
        return (Avx2.UnpackLow(low, high).AsByte(), Avx2.UnpackHigh(low, high).AsByte());
    }

    /// <summary>Stores 16 bytes for each lane. The store of the next lane overwrites the excess.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreFour((Vector256<byte> Even, Vector256<byte> Odd) pieces, ref byte destination, ref ulong places)
    {
        pieces.Even.GetLower().StoreUnsafe(ref destination, (nuint)places);
        pieces.Odd.GetLower().StoreUnsafe(ref destination, (nuint)Unsafe.Add(ref places, 1));
        pieces.Even.GetUpper().StoreUnsafe(ref destination, (nuint)Unsafe.Add(ref places, 2));
        pieces.Odd.GetUpper().StoreUnsafe(ref destination, (nuint)Unsafe.Add(ref places, 3));
    }

    /// <summary>Stores two parts of each lane at the first and the second four positions. The second store overwrites the excess of the first.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreFour(
        (Vector256<byte> Even, Vector256<byte> Odd) heads, (Vector256<byte> Even, Vector256<byte> Odd) tails, ref byte destination, ref ulong places)
    {
        heads.Even.GetLower().StoreUnsafe(ref destination, (nuint)places);
        tails.Even.GetLower().StoreUnsafe(ref destination, (nuint)Unsafe.Add(ref places, 4));
        heads.Odd.GetLower().StoreUnsafe(ref destination, (nuint)Unsafe.Add(ref places, 1));
        tails.Odd.GetLower().StoreUnsafe(ref destination, (nuint)Unsafe.Add(ref places, 5));
        heads.Even.GetUpper().StoreUnsafe(ref destination, (nuint)Unsafe.Add(ref places, 2));
        tails.Even.GetUpper().StoreUnsafe(ref destination, (nuint)Unsafe.Add(ref places, 6));
        heads.Odd.GetUpper().StoreUnsafe(ref destination, (nuint)Unsafe.Add(ref places, 3));
        tails.Odd.GetUpper().StoreUnsafe(ref destination, (nuint)Unsafe.Add(ref places, 7));
    }
}
