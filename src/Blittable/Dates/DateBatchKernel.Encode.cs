using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Dates;

/// <summary>Encoding: eight dates at once, and what is left by <see cref="DateKernel.EncodeRun{TSchema}"/>.</summary>
internal static partial class DateBatchKernel
{
    /// <summary>The most dates that are encoded one by one before a run of days is sought again.</summary>
    private const int MaxPause = 255;

    /// <inheritdoc cref="DateKernel.EncodeRun{TSchema}"/>
    public static (int Count, int End) EncodeRun<TSchema>(ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if (!offsets.IsEmpty && typeof(TSchema) == typeof(RawFullSchema) && Avx2.IsSupported)
        {
            var count = EncodeRecords(values, destination[start..], start, offsets, type);
            var (rest, end) = DateKernel.EncodeRun<TSchema>(values[count..], destination, start + (count * RawCodec.RecordLength), offsets[count..], type);
            return (count + rest, end);
        }

        return !offsets.IsEmpty && HasDays<TSchema>() && Avx512Vbmi.IsSupported
            ? EncodeRunsOfDays<TSchema>(values, destination, start, offsets, type)
            : DateKernel.EncodeRun<TSchema>(values, destination, start, offsets, type);
    }

    private static (int Count, int End) EncodeRunsOfDays<TSchema>(ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type)
        where TSchema : struct, IDateSchema<TSchema>
    {
        var origin = typeof(TSchema) == typeof(MpDateSchema) ? 0 : DateEpoch.Tarantool;
        var count = 0;
        var pause = 0;
        while (true)
        {
            var run = EncodeDays512(values[count..], destination[start..], start, offsets[count..], type, origin);
            count += run;
            start += run * DayLength;

            // The date that ended the run; more of them where there are no runs.
            pause = run == 0 ? Math.Min((pause * 2) + 1, MaxPause) : 0;
            var alone = Math.Min(pause + 1, values.Length - count);
            (run, start) = DateKernel.EncodeRun<TSchema>(values.Slice(count, alone), destination, start, offsets[count..], type);
            count += run;
            if (run < alone || count == values.Length)
            {
                return (count, start);
            }
        }
    }

    internal static int EncodeRecords(ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type)
    {
        // The record in both halves of a register: in the lower one moved up by the header's length, its last two bytes in the upper one.
        var order = Vector256.Create(
            (byte)128, 128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
            14, 15, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128);
        var header = Vector256.CreateScalar(RawCodec.RecordHeader(type)).AsByte();
        ref var from = ref Unsafe.As<Timestamp, byte>(ref MemoryMarshal.GetReference(values));
        ref var to = ref MemoryMarshal.GetReference(destination);
        ref var offset = ref MemoryMarshal.GetReference(offsets);
        var offsetsOfRun = (Vector256<int>.Indices * RawCodec.RecordLength) + Vector256.Create(start);
        var last = Math.Min(values.Length, destination.Length / DateCodec.MaxLength) - Vector256<int>.Count;
        var count = 0;
        for (; count <= last; count += Vector256<int>.Count)
        {
            offsetsOfRun.StoreUnsafe(ref offset, (nuint)count);
            offsetsOfRun += Vector256.Create(RawCodec.RecordLength * Vector256<int>.Count);
            for (var i = count; i < count + Vector256<int>.Count; i++)
            {
                var record = Vector128.LoadUnsafe(ref from, (nuint)i * RawRecord.Length);
                (Avx2.Shuffle(Vector256.Create(record, record), order) | header).StoreUnsafe(ref to, (nuint)i * RawCodec.RecordLength);
            }
        }

        return count;
    }

    internal static int EncodeDays512(ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type, long origin)
    {
        // A day is seconds / 128 / 675, the latter as a product: exact for all days of 16 bits.
        const int secondsShift = 7;
        const int quotientShift = 35;
        const uint reciprocal = (uint)((1L << quotientShift) / (Timestamp.SecondsPerDay >> secondsShift)) + 1;
        var secondsOf = Vector512.Create(0L, 2, 4, 6, 8, 10, 12, 14);
        var restOf = Vector512.Create(1L, 3, 5, 7, 9, 11, 13, 15);
        var header = Vector512.Create((ulong)Header(type));

        ref var from = ref Unsafe.As<Timestamp, long>(ref MemoryMarshal.GetReference(values));
        ref var to = ref MemoryMarshal.GetReference(destination);
        ref var offset = ref MemoryMarshal.GetReference(offsets);
        var offsetsOfRun = (Vector256<int>.Indices * DayLength) + Vector256.Create(start);
        var last = Math.Min(values.Length, destination.Length / DateCodec.MaxLength) - DaysAtOnce;
        var count = 0;
        while (count <= last)
        {
            var lower = Vector512.LoadUnsafe(ref from, (nuint)count * 2);
            var upper = Vector512.LoadUnsafe(ref from, ((nuint)count * 2) + (nuint)Vector512<long>.Count);
            var seconds = (Avx512F.PermuteVar8x64x2(lower, secondsOf, upper) - Vector512.Create(origin)).AsUInt64();
            var rest = Avx512F.PermuteVar8x64x2(lower, restOf, upper);
            var days = Avx512F.Multiply((seconds >> secondsShift).AsUInt32(), Vector512.Create((ulong)reciprocal).AsUInt32()) >> quotientShift;
            var isDay = Vector512.Equals(rest, Vector512<long>.Zero).AsUInt64()
                & Vector512.Equals(Avx512F.Multiply(days.AsUInt32(), Vector512.Create((ulong)Timestamp.SecondsPerDay).AsUInt32()), seconds)
                & Vector512.LessThan(days - Vector512.Create(byte.MaxValue + 1ul), Vector512.Create((ulong)ushort.MaxValue - byte.MaxValue));

            // Of each word the header and the day, its bytes reversed.
            var records = Vector512.Shuffle((header | (days << 32)).AsByte(), Vector512.Create(
                (byte)0, 1, 2, 3, 5, 4, 8, 9, 10, 11, 13, 12, 16, 17, 18, 19, 21, 20, 24, 25, 26, 27, 29, 28, 32, 33, 34, 35, 37, 36, 40, 41,
                42, 43, 45, 44, 48, 49, 50, 51, 53, 52, 56, 57, 58, 59, 61, 60, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64));
            records.StoreUnsafe(ref to, (nuint)count * DayLength);
            offsetsOfRun.StoreUnsafe(ref offset, (nuint)count);
            offsetsOfRun += Vector256.Create(DayLength * DaysAtOnce);
            var others = ~(uint)isDay.ExtractMostSignificantBits() & byte.MaxValue;
            if (others != 0)
            {
                return count + BitOperations.TrailingZeroCount(others);
            }

            count += DaysAtOnce;
        }

        return count;
    }
}
