using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Dates;

/// <summary>Encoding: eight dates at once, and what is left by <see cref="DateKernel.EncodeRun{TSchema}"/>.</summary>
internal static partial class DateBatchKernel
{
    /// <summary>The most dates that are encoded one by one before eight at once are tried again.</summary>
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
            var (run, end) = EncodeEights<TSchema>(values[count..], destination, start, From(offsets, count), type);
            count += run;

            // The date that ended the run, or what is left of less than eight; more of them where runs are short.
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
        : HasFields512;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static (int Count, int End) EncodeEights<TSchema>(ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type)
        where TSchema : struct, IDateSchema<TSchema> => typeof(TSchema) == typeof(RawFullSchema) || typeof(TSchema) == typeof(RawNonZeroSchema)
        ? EncodeRecords256<TSchema>(values, destination, start, offsets, type)
        : EncodeFields512<TSchema>(values, destination, start, offsets, type);

    /// <summary>Encodes dates by a RAW schema while there is room for eight.</summary>
    internal static (int Count, int End) EncodeRecords256<TSchema>(ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type)
    {
        ref var from = ref Unsafe.As<Timestamp, byte>(ref MemoryMarshal.GetReference(values));
        ref var to = ref MemoryMarshal.GetReference(destination);
        var count = 0;
        var end = start;
        for (; count <= values.Length - Lanes && end <= destination.Length - (Lanes * DateCodec.MaxLength); count += Lanes)
        {
            ref var records = ref Unsafe.Add(ref from, (nint)count * RawRecord.Length);
            ref var room = ref Unsafe.Add(ref to, end);
            var full = typeof(TSchema) == typeof(RawFullSchema) ? Lanes : CountOfFull(ref records);
            if (full is 0 or Lanes)
            {
                // All are of one length, so that none waits for the one before it.
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

                continue;
            }

            for (nint i = 0; i < Lanes; i++)
            {
                ref var record = ref Unsafe.Add(ref records, i * RawRecord.Length);
                ref var encoded = ref Unsafe.Add(ref to, end);
                var rest = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref record, sizeof(long)));
                var isFull = rest == 0 ? 0 : 1;
                Unsafe.WriteUnaligned(ref encoded, (ushort)(RawCodec.SecondsHeader(type) + isFull));
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref encoded, 2), Unsafe.ReadUnaligned<ulong>(ref record));
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref encoded, 2 + sizeof(long)), rest);
                if (!offsets.IsEmpty)
                {
                    Unsafe.Add(ref MemoryMarshal.GetReference(offsets), count + i) = end;
                }

                end += RawCodec.SecondsLength + (isFull * (RawCodec.RecordLength - RawCodec.SecondsLength));
            }
        }

        return (count, end);
    }

    /// <summary>How many of eight records are more than seconds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountOfFull(ref byte records)
    {
        // The second word of each record; the first ones count as zero.
        var rest = Vector256.Create(0, -1, 0, -1);
        var count = 0;
        for (nuint i = 0; i < Lanes / 2; i++)
        {
            var pair = Vector256.LoadUnsafe(ref records, i * 2 * RawRecord.Length).AsInt64() & rest;
            count += System.Numerics.BitOperations.PopCount(Vector256.Equals(pair, Vector256<long>.Zero).ExtractMostSignificantBits());
        }

        return (2 * Lanes) - count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreRecords(ref byte records, ref byte destination, sbyte type)
    {
        // The record in both halves of a register: in the lower one moved up by the header's length, its last two bytes in the upper one.
        var order = Vector256.Create(
            (byte)128, 128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
            14, 15, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128);
        var header = Vector256.CreateScalar(RawCodec.RecordHeader(type)).AsByte();
        for (nuint i = 0; i < Lanes; i++)
        {
            var record = Vector128.LoadUnsafe(ref records, i * RawRecord.Length);
            (Avx2.Shuffle(Vector256.Create(record, record), order) | header).StoreUnsafe(ref destination, i * RawCodec.RecordLength);
        }
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
    private static long Origin<TSchema>() => typeof(TSchema) == typeof(TntEpochSchema) || typeof(TSchema) == typeof(TntEpochDateSchema) ? DateEpoch.Tarantool : 0;
}
