using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Encodes and decodes several dates at once. Encodes all schemas, and decodes records of one shape: RAW_FULL, and the 16-bit day of MP_DATE and
/// TNT_EPOCH_DATE.</summary>
/// <remarks>Each kernel returns the number of dates processed. The caller processes the date that ends a run, and the last few dates, one by one.</remarks>
internal static partial class DateBatchKernel
{
    /// <summary>The length of <c>c7 03 type cd</c> and the day.</summary>
    private const int DayLength = 6;
    private const int RecordsAtOnce = 4;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Has<TSchema>() => BitConverter.IsLittleEndian
        && ((typeof(TSchema) == typeof(RawFullSchema) && Vector128.IsHardwareAccelerated)
            || (HasDays<TSchema>() && Vector256Kernel.IsSupported));

    /// <summary>Returns the length of the records that <see cref="Decode{TSchema}"/> counts.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int RecordLength<TSchema>() => typeof(TSchema) == typeof(RawFullSchema) ? RawCodec.RecordLength : DayLength;

    /// <summary>Decodes the run at the start of the source and returns its number of dates. May overwrite the destination beyond the run.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Decode<TSchema>(ReadOnlySpan<byte> source, Span<Timestamp> destination, sbyte type)
    {
        return typeof(TSchema) == typeof(RawFullSchema)
            ? DecodeRecords(source, destination, type)
            : DecodeDays(source, destination, type, Origin<TSchema>());
    }

    internal static int DecodeRecords(ReadOnlySpan<byte> source, Span<Timestamp> destination, sbyte type)
    {
        const int length = RawCodec.RecordLength;
        var last = Math.Min(source.Length / length, destination.Length) - RecordsAtOnce;
        ref var from = ref MemoryMarshal.GetReference(source);
        ref var to = ref Unsafe.As<Timestamp, byte>(ref MemoryMarshal.GetReference(destination));
        var header = (uint)(ExtensionHeader.Fixed16 | ((byte)type << 8));
        var count = 0;
        for (; count <= last; count += RecordsAtOnce)
        {
            ref var record = ref Unsafe.Add(ref from, (nint)count * length);
            ref var result = ref Unsafe.Add(ref to, (nint)count * RawRecord.Length);
            var foreign = (HeaderAt(ref record, 0) ^ header) | (HeaderAt(ref record, length) ^ header)
                | (HeaderAt(ref record, 2 * length) ^ header) | (HeaderAt(ref record, 3 * length) ^ header);
            if (foreign != 0)
            {
                break;
            }

            Vector128.LoadUnsafe(ref record, 2).StoreUnsafe(ref result);
            Vector128.LoadUnsafe(ref record, length + 2).StoreUnsafe(ref result, RawRecord.Length);
            Vector128.LoadUnsafe(ref record, (2 * length) + 2).StoreUnsafe(ref result, 2 * RawRecord.Length);
            Vector128.LoadUnsafe(ref record, (3 * length) + 2).StoreUnsafe(ref result, 3 * RawRecord.Length);
        }

        return count;
    }

    internal static int DecodeDays(ReadOnlySpan<byte> source, Span<Timestamp> destination, sbyte type, long origin)
    {
        const int atOnce = 2;
        var header = Vector128.Create(Header(type), ~0u, ~0u, ~0u).AsByte();
        header = Vector128.Shuffle(header, Vector128.Create((byte)0, 1, 2, 3, 4, 4, 0, 1, 2, 3, 4, 4, 4, 4, 4, 4));
        const uint anything = 0b1111_1100_0011_0000;
        var start = Vector256.Create(origin, 0, origin, 0);

        // The shuffle works within each half of a register. The lower half selects the day of the first record, the upper half the day of the second.
        var dayOf = Vector256.Create(
            (byte)5, 4, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
            11, 10, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128);
        var secondsPerDay = Vector256.Create((ulong)Timestamp.SecondsPerDay);

        ref var from = ref MemoryMarshal.GetReference(source);
        ref var to = ref Unsafe.As<Timestamp, long>(ref MemoryMarshal.GetReference(destination));
        var last = Math.Min((source.Length - Vector128<byte>.Count) / DayLength, destination.Length - atOnce);
        var count = 0;
        while (count <= last && source.Length >= Vector128<byte>.Count)
        {
            var bytes = Vector128.LoadUnsafe(ref from, (nuint)count * DayLength);
            var days = Vector256Kernel.ShuffleHalves(Vector256.Create(bytes, bytes), dayOf);
            (Vector256Kernel.Multiply(days.AsUInt64(), secondsPerDay).AsInt64() + start).StoreUnsafe(ref to, (nuint)count * 2);
            var right = Vector128.Equals(bytes, header).ExtractMostSignificantBits() | anything;
            if (right != ushort.MaxValue)
            {
                return count + (BitOperations.TrailingZeroCount(~right) / DayLength);
            }

            count += atOnce;
        }

        return count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasDays<TSchema>() => typeof(TSchema) == typeof(MpDateSchema) || typeof(TSchema) == typeof(TntEpochDateSchema);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint HeaderAt(ref byte source, nint offset) => Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref source, offset));

    /// <summary>Returns the header and the tag <c>c7 03 type cd</c>.</summary>
    private static uint Header(sbyte type) => ExtensionHeader.Sized8 | (3u << 8) | ((uint)(byte)type << 16) | ((uint)PackedInteger.UInt16 << 24);
}
