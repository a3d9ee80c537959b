using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Dates;

/// <content>
/// Encoding of RAW_NONZERO, three dates in one store of 64 bytes.
/// Which of the three are full, that is more than seconds, is the index of a layout: nothing branches on it.
/// </content>
internal static partial class DateBatchKernel
{
    private const int DatesInStore = 3;

    // What a layout chooses from behind the 64 bytes of records: the first byte of a header of seconds, of a record, and the type.
    private const byte S = 64, R = 65, T = 66;

    /// <summary>Which byte goes where, for each set of full dates, of which the first is the lowest bit.</summary>
    private static ReadOnlySpan<byte> RawLayouts =>
    [
        // seconds, seconds, seconds
        S, T, 0, 1, 2, 3, 4, 5, 6, 7,
        S, T, 16, 17, 18, 19, 20, 21, 22, 23,
        S, T, 32, 33, 34, 35, 36, 37, 38, 39,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        // full, seconds, seconds
        R, T, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        S, T, 16, 17, 18, 19, 20, 21, 22, 23,
        S, T, 32, 33, 34, 35, 36, 37, 38, 39,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        // seconds, full, seconds
        S, T, 0, 1, 2, 3, 4, 5, 6, 7,
        R, T, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
        S, T, 32, 33, 34, 35, 36, 37, 38, 39,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        // full, full, seconds
        R, T, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        R, T, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
        S, T, 32, 33, 34, 35, 36, 37, 38, 39,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        // seconds, seconds, full
        S, T, 0, 1, 2, 3, 4, 5, 6, 7,
        S, T, 16, 17, 18, 19, 20, 21, 22, 23,
        R, T, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        // full, seconds, full
        R, T, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        S, T, 16, 17, 18, 19, 20, 21, 22, 23,
        R, T, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        // seconds, full, full
        S, T, 0, 1, 2, 3, 4, 5, 6, 7,
        R, T, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
        R, T, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        // full, full, full
        R, T, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        R, T, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
        R, T, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];

    /// <summary>Where each of three dates starts, and the length of all, for each set of full dates.</summary>
    private static ReadOnlySpan<int> RawStarts =>
    [
        0, 10, 20, 30,
        0, 18, 28, 38,
        0, 10, 28, 38,
        0, 18, 36, 46,
        0, 10, 20, 38,
        0, 18, 28, 46,
        0, 10, 28, 46,
        0, 18, 36, 54,
    ];

    /// <summary>The layouts, each in one cache line: in two lines they slow encoding by a third.</summary>
    private static readonly byte[] AlignedRawLayouts = Align(RawLayouts);

    internal static bool HasRecords512 => BitConverter.IsLittleEndian && Avx512Vbmi.IsSupported && Bmi2.IsSupported;

    /// <summary>Encodes dates by RAW_NONZERO while there are four, whose records and offsets fill vectors, and room for a store.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static (int Count, int End) EncodeRecords512(ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type) =>
        EncodeRecords512(values, destination, start, offsets, type, ref AlignToVector(ref MemoryMarshal.GetArrayDataReference(AlignedRawLayouts)));

    // The layouts are given, because a class that may have to be initialized keeps the variables of a loop on the stack.
    private static (int Count, int End) EncodeRecords512(
        ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type, ref byte layouts)
    {
        ref var from = ref Unsafe.As<Timestamp, byte>(ref MemoryMarshal.GetReference(values));
        ref var to = ref MemoryMarshal.GetReference(destination);
        ref var offset = ref MemoryMarshal.GetReference(offsets);
        ref var startsOfSets = ref MemoryMarshal.GetReference(RawStarts);
        var hasOffsets = !offsets.IsEmpty;
        var headers = Vector512.CreateScalar((uint)(RawCodec.Fixed8 | (ExtensionHeader.Fixed16 << 8) | ((byte)type << 16))).AsByte();
        nint count = 0;
        nint end = start;
        for (; count < values.Length - DatesInStore && end <= destination.Length - Vector512<byte>.Count; count += DatesInStore)
        {
            var records = Vector512.LoadUnsafe(ref from, (nuint)count * RawRecord.Length);
            nint full = FullOnesOfThree(records.AsInt64());
            var layout = Vector512.LoadUnsafe(ref layouts, (nuint)(full * Vector512<byte>.Count));
            Avx512Vbmi.PermuteVar64x8x2(records, layout, headers).StoreUnsafe(ref to, (nuint)end);
            ref var starts = ref Unsafe.Add(ref startsOfSets, full * (DatesInStore + 1));
            if (hasOffsets)
            {
                (Vector128.LoadUnsafe(ref starts) + Vector128.Create((int)end)).StoreUnsafe(ref offset, (nuint)count);
            }

            end += Unsafe.Add(ref starts, DatesInStore);
        }

        return ((int)count, (int)end);
    }

    /// <summary>Which of the first three records are full, a bit each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int FullOnesOfThree(Vector512<long> records)
    {
        const uint restOfEach = 0b10_10_10;
        var zeros = (uint)Vector512.Equals(records, Vector512<long>.Zero).ExtractMostSignificantBits();
        return (int)Bmi2.ParallelBitExtract(~zeros, restOfEach);
    }

    private static byte[] Align(ReadOnlySpan<byte> layouts)
    {
        var array = GC.AllocateArray<byte>(layouts.Length + Vector512<byte>.Count - 1, pinned: true);
        layouts.CopyTo(MemoryMarshal.CreateSpan(ref AlignToVector(ref MemoryMarshal.GetArrayDataReference(array)), layouts.Length));
        return array;
    }
}
