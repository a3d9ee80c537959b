using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <content>Selection of rows by two bounds.</content>
internal static partial class MaskKernel
{
    /// <summary>Computes the mask of rows whose value is within two inclusive bounds. NaN is never within bounds.</summary>
    public static void Between<T>(ReadOnlySpan<T> values, T low, T high, Span<ulong> mask)
        where T : unmanaged, IComparisonOperators<T, T, bool>
    {
        ref var first = ref MemoryMarshal.GetReference(values);
        for (var word = 0; word < Words(values.Length); word++)
        {
            var count = Math.Min(WordRows, values.Length - (word * WordRows));
            ref var at = ref Unsafe.Add(ref first, word * WordRows);
            mask[word] = count < WordRows ? ScalarWord(ref at, count, low, high)
                : Vector512.IsHardwareAccelerated ? Vector512Word(ref at, low, high)
                : Vector256.IsHardwareAccelerated ? Vector256Word(ref at, low, high)
                : Vector128.IsHardwareAccelerated ? Vector128Word(ref at, low, high)
                : ScalarWord(ref at, WordRows, low, high);
        }
    }

    internal static ulong ScalarWord<T>(ref T values, int count, T low, T high)
        where T : unmanaged, IComparisonOperators<T, T, bool>
    {
        ulong word = 0;
        for (var i = 0; i < count; i++)
        {
            var value = Unsafe.Add(ref values, i);
            word |= (value >= low && value <= high ? 1UL : 0) << i;
        }

        return word;
    }

    /// <summary>Accumulates the results of comparisons as bits within each lane, which is cheaper than extracting a mask from few lanes for each
    /// comparison.</summary>
    internal static ulong Vector128Word<T>(ref T values, T low, T high)
        where T : unmanaged
    {
        var least = Vector128.Create(low);
        var most = Vector128.Create(high);

        // One step has as many rows as a lane has bits. 32-bit lanes fill half a word.
        var rows = Unsafe.SizeOf<T>() * 8;
        var firstPlaces = Unsafe.SizeOf<T>() == sizeof(ulong) ? Vector128.Create(1UL, 2) : Vector128.Create(1U, 2, 4, 8).AsUInt64();
        ulong word = 0;
        for (var start = 0; start < WordRows; start += rows)
        {
            var places = firstPlaces;
            var bits = Vector128<ulong>.Zero;
            for (var i = start; i < start + rows; i += Vector128<T>.Count)
            {
                var value = Vector128.LoadUnsafe(ref values, (nuint)i);
                bits |= (Vector128.GreaterThanOrEqual(value, least) & Vector128.LessThanOrEqual(value, most)).AsUInt64() & places;
                places <<= Vector128<T>.Count;
            }

            var both = bits[0] | bits[1];
            word |= Unsafe.SizeOf<T>() == sizeof(ulong) ? both : (ulong)((uint)both | (uint)(both >> 32)) << start;
        }

        return word;
    }

    internal static ulong Vector256Word<T>(ref T values, T low, T high)
        where T : unmanaged
    {
        var least = Vector256.Create(low);
        var most = Vector256.Create(high);
        ulong word = 0;
        for (var i = 0; i < WordRows; i += Vector256<T>.Count)
        {
            var value = Vector256.LoadUnsafe(ref values, (nuint)i);
            var within = Vector256.GreaterThanOrEqual(value, least) & Vector256.LessThanOrEqual(value, most);
            word |= (ulong)within.ExtractMostSignificantBits() << i;
        }

        return word;
    }

    internal static ulong Vector512Word<T>(ref T values, T low, T high)
        where T : unmanaged
    {
        var least = Vector512.Create(low);
        var most = Vector512.Create(high);
        ulong word = 0;
        for (var i = 0; i < WordRows; i += Vector512<T>.Count)
        {
            var value = Vector512.LoadUnsafe(ref values, (nuint)i);
            var within = Vector512.GreaterThanOrEqual(value, least) & Vector512.LessThanOrEqual(value, most);
            word |= within.ExtractMostSignificantBits() << i;
        }

        return word;
    }
}
