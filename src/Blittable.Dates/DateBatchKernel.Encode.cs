using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Dates;

/// <content>Encodes several dates at once and leaves the remaining dates to <see cref="DateKernel.EncodeRun{TSchema}"/>.</content>
internal static partial class DateBatchKernel
{
    /// <summary>The maximum number of dates encoded one by one before the vector path is tried again.</summary>
    private const int MaxPause = 255;

    /// <inheritdoc cref="DateKernel.EncodeRun{TSchema}"/>
    public static (int Count, int End) EncodeRun<TSchema>(ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if (!HasEncoder<TSchema>())
        {
            return DateKernel.EncodeRun<TSchema>(values, destination, start, offsets, type);
        }

        var count = 0;
        var pause = 0;
        while (true)
        {
            var (run, end) = EncodeSeveral<TSchema>(values[count..], destination, start, From(offsets, count), type);
            count += run;

            // Encodes the date that ended the run, or the last few dates. After each failed attempt, more dates are encoded one by one.
            pause = run == 0 ? Math.Min((pause * 2) + 1, MaxPause) : 0;
            var alone = Math.Min(pause + 1, values.Length - count);
            (run, start) = DateKernel.EncodeRun<TSchema>(values.Slice(count, alone), destination, end, From(offsets, count), type);
            count += run;
            if (run < alone || count == values.Length)
            {
                return (count, start);
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasEncoder<TSchema>() => typeof(TSchema) == typeof(RawFullSchema) || typeof(TSchema) == typeof(RawNonZeroSchema)
        ? BitConverter.IsLittleEndian && Avx2.IsSupported
        : HasFields512 || HasFields256;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static (int Count, int End) EncodeSeveral<TSchema>(ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type)
        where TSchema : struct, IDateSchema<TSchema> => typeof(TSchema) == typeof(RawFullSchema) || typeof(TSchema) == typeof(RawNonZeroSchema)
        ? EncodeRecords<TSchema>(values, destination, start, offsets, type)
        : HasFields512
        ? EncodeFields512<TSchema>(values, destination, start, offsets, type)
        : EncodeFields256<TSchema>(values, destination, start, offsets, type);

    /// <summary>Encodes dates in a RAW schema while the destination has room for eight.</summary>
    internal static (int Count, int End) EncodeRecords<TSchema>(
        ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type)
    {
        ref var from = ref Unsafe.As<Timestamp, byte>(ref MemoryMarshal.GetReference(values));
        ref var to = ref MemoryMarshal.GetReference(destination);
        var count = 0;
        var end = start;
        for (; count <= values.Length - Lanes && end <= destination.Length - (Lanes * DateCodec.MaxLength); count += Lanes)
        {
            ref var records = ref Unsafe.Add(ref from, (nint)count * RawRecord.Length);
            ref var room = ref Unsafe.Add(ref to, end);
            var full = typeof(TSchema) == typeof(RawFullSchema) ? byte.MaxValue : FullOnes(ref records);
            if (full is not (0 or byte.MaxValue))
            {
                end += StoreEither(ref records, full, ref room, type, offsets, count, end);
                continue;
            }

            var length = full == 0 ? RawCodec.SecondsLength : RawCodec.RecordLength;
            StoreOffsets((Vector256<int>.Indices * length) + Vector256.Create(end), offsets, count);
            end += length * Lanes;
            if (full == 0)
            {
                StoreSeconds(ref records, ref room, type);
            }
            else
            {
                StoreRecords(ref records, ref room, type);
            }
        }

        return (count, end);
    }

    /// <summary>Returns a mask with a bit for each of eight records that contains more than seconds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint FullOnes(ref byte records) => FullOnesOfFour(ref records) | (FullOnesOfFour(ref Unsafe.Add(ref records, 4 * RawRecord.Length)) << 4);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint FullOnesOfFour(ref byte records)
    {
        // The second words of records 0, 2, 1 and 3.
        var rest = Avx2.UnpackHigh(
            Vector256.LoadUnsafe(ref records).AsInt64(), Vector256.LoadUnsafe(ref records, (nuint)(2 * RawRecord.Length)).AsInt64());
        var full = ~Vector256.Equals(rest, Vector256<long>.Zero).ExtractMostSignificantBits();
        return (full & 0b1001) | ((full & 0b0010) << 1) | ((full & 0b0100) >> 1);
    }

    /// <summary>Stores eight records, each in full or as seconds only. Returns the number of bytes written.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int StoreEither(ref byte records, uint full, ref byte destination, sbyte type, Span<int> offsets, int index, int start)
    {
        // One byte per record contains its length. The product computes the running sums of the lengths, which are less than 256.
        const ulong ones = 0x0101_0101_0101_0101;
        var isFull = SpreadBits(full);
        var ends = ((isFull * (RawCodec.RecordLength - RawCodec.SecondsLength)) + (ones * RawCodec.SecondsLength)) * ones;
        var starts = ends << 8;
        StoreOffsets(Avx2.ConvertToVector256Int32(Vector128.CreateScalar(starts).AsByte()) + Vector256.Create(start), offsets, index);
        for (nuint i = 0; i < Lanes; i++)
        {
            var header = Vector256.CreateScalar(RawCodec.SecondsHeader(type) + (uint)(byte)isFull).AsByte();
            (MoveUp(ref records, i) | header).StoreUnsafe(ref destination, (byte)starts);
            starts >>= 8;
            isFull >>= 8;
        }

        return (int)(ends >> 56);
    }

    /// <summary>Expands eight bits to eight bytes of 0 or 1.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong SpreadBits(uint bits)
    {
        // The product copies all bits to every byte, and the mask selects one bit per byte.
        var own = (bits * 0x0101_0101_0101_0101ul) & 0x8040_2010_0804_0201ul;
        return ((own + 0x7F7F_7F7F_7F7F_7F7Ful) >> 7) & 0x0101_0101_0101_0101ul;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreRecords(ref byte records, ref byte destination, sbyte type)
    {
        var header = Vector256.CreateScalar(RawCodec.RecordHeader(type)).AsByte();
        for (nuint i = 0; i < Lanes; i++)
        {
            (MoveUp(ref records, i) | header).StoreUnsafe(ref destination, i * RawCodec.RecordLength);
        }
    }

    /// <summary>Loads a record, shifted by two bytes to leave room for its header.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> MoveUp(ref byte records, nuint index)
    {
        // Both halves of the register contain the record. The shuffle shifts it in the lower half and places its last two bytes in the upper half.
        var record = Vector128.LoadUnsafe(ref records, index * RawRecord.Length);
        return Avx2.Shuffle(Vector256.Create(record, record), Vector256.Create(
            (byte)128, 128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
            14, 15, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreSeconds(ref byte records, ref byte destination, sbyte type)
    {
        var order = Vector128.Create((byte)128, 128, 0, 1, 2, 3, 4, 5, 6, 7, 128, 128, 128, 128, 128, 128);
        var header = Vector128.CreateScalar(RawCodec.SecondsHeader(type)).AsByte();
        for (nuint i = 0; i < Lanes; i++)
        {
            var record = Vector128.LoadUnsafe(ref records, i * RawRecord.Length);
            (Ssse3.Shuffle(record, order) | header).StoreUnsafe(ref destination, i * RawCodec.SecondsLength);
        }
    }

    private static Span<int> From(Span<int> offsets, int count) => offsets.IsEmpty ? offsets : offsets[count..];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Origin<TSchema>() =>
        typeof(TSchema) == typeof(TntEpochSchema) || typeof(TSchema) == typeof(TntEpochDateSchema) ? DateEpoch.Tarantool : 0;
}
