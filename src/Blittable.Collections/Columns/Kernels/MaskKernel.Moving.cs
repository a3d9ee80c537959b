using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Columns;

/// <content>Compression of selected rows into consecutive values and expansion back, 64 rows at a time.</content>
internal static partial class MaskKernel
{
    /// <summary>For each mask of four lanes, the selected lanes in ascending order, as pairs of 32-bit indexes. The other indexes are undefined.</summary>
    private static ReadOnlySpan<int> ChosenFirst =>
    [
        0, 1, 0, 1, 0, 1, 0, 1,
        0, 1, 0, 1, 0, 1, 0, 1,
        2, 3, 0, 1, 0, 1, 0, 1,
        0, 1, 2, 3, 0, 1, 0, 1,
        4, 5, 0, 1, 0, 1, 0, 1,
        0, 1, 4, 5, 0, 1, 0, 1,
        2, 3, 4, 5, 0, 1, 0, 1,
        0, 1, 2, 3, 4, 5, 0, 1,
        6, 7, 0, 1, 0, 1, 0, 1,
        0, 1, 6, 7, 0, 1, 0, 1,
        2, 3, 6, 7, 0, 1, 0, 1,
        0, 1, 2, 3, 6, 7, 0, 1,
        4, 5, 6, 7, 0, 1, 0, 1,
        0, 1, 4, 5, 6, 7, 0, 1,
        2, 3, 4, 5, 6, 7, 0, 1,
        0, 1, 2, 3, 4, 5, 6, 7,
    ];

    /// <summary>For each mask of four lanes, the rank of each selected lane, as pairs of 32-bit indexes. The other indexes are undefined.</summary>
    private static ReadOnlySpan<int> RankOfChosen =>
    [
        0, 1, 0, 1, 0, 1, 0, 1,
        0, 1, 0, 1, 0, 1, 0, 1,
        0, 1, 0, 1, 0, 1, 0, 1,
        0, 1, 2, 3, 0, 1, 0, 1,
        0, 1, 0, 1, 0, 1, 0, 1,
        0, 1, 0, 1, 2, 3, 0, 1,
        0, 1, 0, 1, 2, 3, 0, 1,
        0, 1, 2, 3, 4, 5, 0, 1,
        0, 1, 0, 1, 0, 1, 0, 1,
        0, 1, 0, 1, 0, 1, 2, 3,
        0, 1, 0, 1, 0, 1, 2, 3,
        0, 1, 2, 3, 0, 1, 4, 5,
        0, 1, 0, 1, 0, 1, 2, 3,
        0, 1, 0, 1, 2, 3, 4, 5,
        0, 1, 0, 1, 2, 3, 4, 5,
        0, 1, 2, 3, 4, 5, 6, 7,
    ];

    /// <summary>The number of selected rows in a word from which each row is moved, instead of searching for the selected ones.</summary>
    private const int FewestByEach = 32;

    /// <summary>Gets a value that indicates whether to move eight lanes at once. If .NET reports that 512-bit vectors are throttled, 256-bit vectors are 10 %
    /// to 20 % faster.</summary>
    private static bool Has512 => Vector512.IsHardwareAccelerated && Avx512F.IsSupported;

    /// <summary>Copies the values of rows whose bit is set to consecutive values. Bits after the last row are ignored, because callers set them.</summary>
    /// <returns>The number of values copied.</returns>
    public static int Compress<T>(ReadOnlySpan<T> values, ReadOnlySpan<ulong> mask, Span<T> destination)
        where T : unmanaged
    {
        Debug.Assert(mask.Length >= Words(values.Length), "Each row requires a bit.");
        var written = 0;
        for (var start = 0; start < values.Length; start += WordRows)
        {
            var word = mask[start / WordRows];
            var rows = values.Slice(start, Math.Min(WordRows, values.Length - start));
            if (rows.Length < WordRows)
            {
                word &= LowBits(rows.Length);
            }

            if (word == ulong.MaxValue)
            {
                rows.CopyTo(destination[written..]);
                written += WordRows;
            }
            else if (word != 0)
            {
                written += CompressWord(rows, word, destination[written..]);
            }
        }

        return written;
    }

    /// <summary>Distributes consecutive values to the rows whose bit is set. Other rows become zero.</summary>
    /// <returns>The number of values used.</returns>
    public static int Expand<T>(ReadOnlySpan<T> values, ReadOnlySpan<ulong> mask, Span<T> destination)
        where T : unmanaged
    {
        Debug.Assert(mask.Length >= Words(destination.Length), "Each row requires a bit.");
        var used = 0;
        for (var start = 0; start < destination.Length; start += WordRows)
        {
            var word = mask[start / WordRows];
            var rows = destination.Slice(start, Math.Min(WordRows, destination.Length - start));
            if (word == ulong.MaxValue)
            {
                values.Slice(used, WordRows).CopyTo(rows);
                used += WordRows;
                continue;
            }

            used += ExpandWord(values[used..], word, rows);
        }

        return used;
    }

    private static int CompressWord<T>(ReadOnlySpan<T> rows, ulong word, Span<T> destination)
        where T : unmanaged
    {
        if (Has512 && Unsafe.SizeOf<T>() == sizeof(ulong) && rows.Length == WordRows && destination.Length >= WordRows)
        {
            return CompressVector512(
                ref Unsafe.As<T, ulong>(ref MemoryMarshal.GetReference(rows)), word, ref Unsafe.As<T, ulong>(ref MemoryMarshal.GetReference(destination)));
        }

        if (Avx2.IsSupported && Unsafe.SizeOf<T>() == sizeof(ulong) && rows.Length == WordRows && destination.Length >= WordRows)
        {
            return CompressVector256(
                ref Unsafe.As<T, ulong>(ref MemoryMarshal.GetReference(rows)), word, ref Unsafe.As<T, ulong>(ref MemoryMarshal.GetReference(destination)));
        }

        return BitOperations.PopCount(word) >= FewestByEach && rows.Length == WordRows && destination.Length >= WordRows
            ? CompressEach(ref MemoryMarshal.GetReference(rows), word, ref MemoryMarshal.GetReference(destination))
            : CompressScalar(rows, word, destination);
    }

    /// <summary>Writes each row at the position of the next selected one and advances only if it is selected, which avoids searching.</summary>
    internal static int CompressEach<T>(ref T rows, ulong word, ref T destination)
        where T : unmanaged
    {
        nint written = 0;
        for (nint i = 0; i < WordRows; i++, word >>= 1)
        {
            Unsafe.Add(ref destination, written) = Unsafe.Add(ref rows, i);
            written += (nint)(word & 1);
        }

        return (int)written;
    }

    internal static int CompressScalar<T>(ReadOnlySpan<T> rows, ulong word, Span<T> destination)
    {
        var written = 0;
        for (; word != 0; word &= word - 1)
        {
            destination[written++] = rows[BitOperations.TrailingZeroCount(word)];
        }

        return written;
    }

    /// <summary>Compresses four lanes at a time with a permutation table.</summary>
    internal static int CompressVector256(ref ulong rows, ulong word, ref ulong destination)
    {
        ref var orders = ref MemoryMarshal.GetReference(ChosenFirst);
        nuint written = 0;
        for (nuint i = 0; i < WordRows; i += 4, word >>= 4)
        {
            var order = Vector256.LoadUnsafe(ref orders, (nuint)((word & 15) * 8));
            Avx2.PermuteVar8x32(Vector256.LoadUnsafe(ref rows, i).AsInt32(), order).AsUInt64().StoreUnsafe(ref destination, written);
            written += (nuint)BitOperations.PopCount((uint)word & 15);
        }

        return (int)written;
    }

    internal static int CompressVector512(ref ulong rows, ulong word, ref ulong destination)
    {
        nuint written = 0;
        for (nuint i = 0; i < WordRows; i += 8, word >>= 8)
        {
            var lanes = Lanes((byte)word);
            Avx512F.Compress(Vector512<ulong>.Zero, lanes, Vector512.LoadUnsafe(ref rows, i)).StoreUnsafe(ref destination, written);
            written += (nuint)BitOperations.PopCount((uint)(byte)word);
        }

        return (int)written;
    }

    private static int ExpandWord<T>(ReadOnlySpan<T> values, ulong word, Span<T> rows)
        where T : unmanaged
    {
        if (Has512 && Unsafe.SizeOf<T>() == sizeof(ulong) && rows.Length == WordRows && values.Length >= WordRows)
        {
            return ExpandVector512(
                ref Unsafe.As<T, ulong>(ref MemoryMarshal.GetReference(values)), word, ref Unsafe.As<T, ulong>(ref MemoryMarshal.GetReference(rows)));
        }

        if (Avx2.IsSupported && Unsafe.SizeOf<T>() == sizeof(ulong) && rows.Length == WordRows && values.Length >= WordRows)
        {
            return ExpandVector256(
                ref Unsafe.As<T, ulong>(ref MemoryMarshal.GetReference(values)), word, ref Unsafe.As<T, ulong>(ref MemoryMarshal.GetReference(rows)));
        }

        return Unsafe.SizeOf<T>() == sizeof(ulong) && BitOperations.PopCount(word) >= FewestByEach && rows.Length == WordRows && values.Length >= WordRows
            ? ExpandEach(
                ref Unsafe.As<T, ulong>(ref MemoryMarshal.GetReference(values)), word, ref Unsafe.As<T, ulong>(ref MemoryMarshal.GetReference(rows)))
            : ExpandScalar(values, word, rows);
    }

    /// <summary>Reads the next value for each row and advances only if the row is selected.</summary>
    internal static int ExpandEach(ref ulong values, ulong word, ref ulong rows)
    {
        nint used = 0;
        for (nint i = 0; i < WordRows; i++, word >>= 1)
        {
            var isChosen = word & 1;
            Unsafe.Add(ref rows, i) = Unsafe.Add(ref values, used) & (0 - isChosen);
            used += (nint)isChosen;
        }

        return (int)used;
    }

    internal static int ExpandScalar<T>(ReadOnlySpan<T> values, ulong word, Span<T> rows)
    {
        rows.Clear();
        var used = 0;
        for (; word != 0; word &= word - 1)
        {
            rows[BitOperations.TrailingZeroCount(word)] = values[used++];
        }

        return used;
    }

    /// <summary>Expands four lanes at a time with a table of ranks.</summary>
    internal static int ExpandVector256(ref ulong values, ulong word, ref ulong rows)
    {
        ref var orders = ref MemoryMarshal.GetReference(RankOfChosen);
        nuint used = 0;
        for (nuint i = 0; i < WordRows; i += 4, word >>= 4)
        {
            var order = Vector256.LoadUnsafe(ref orders, (nuint)((word & 15) * 8));
            var lanes = Avx2.PermuteVar8x32(Vector256.LoadUnsafe(ref values, used).AsInt32(), order).AsUInt64();
            (lanes & LanesOfFour(word)).StoreUnsafe(ref rows, i);
            used += (nuint)BitOperations.PopCount((uint)word & 15);
        }

        return (int)used;
    }

    internal static int ExpandVector512(ref ulong values, ulong word, ref ulong rows)
    {
        nuint used = 0;
        for (nuint i = 0; i < WordRows; i += 8, word >>= 8)
        {
            Avx512F.Expand(Vector512<ulong>.Zero, Lanes((byte)word), Vector512.LoadUnsafe(ref values, used)).StoreUnsafe(ref rows, i);
            used += (nuint)BitOperations.PopCount((uint)(byte)word);
        }

        return (int)used;
    }

    /// <summary>Expands eight bits to eight lanes of all ones or all zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Vector512<ulong> Lanes(byte bits)
    {
        var each = Vector512.Create(1UL, 2, 4, 8, 16, 32, 64, 128);
        return Vector512.Equals(Vector512.Create((ulong)bits) & each, each);
    }

    /// <summary>Expands four bits to four lanes of all ones or all zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Vector256<ulong> LanesOfFour(ulong bits)
    {
        var each = Vector256.Create(1UL, 2, 4, 8);
        return Vector256.Equals(Vector256.Create(bits) & each, each);
    }
}
