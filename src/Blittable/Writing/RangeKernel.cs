using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Writing;

/// <summary>Finds the minimum and maximum of the values of a block or of their differences, which determine the bit width of the block.</summary>
/// <remarks>
/// Differences are computed modulo 2^64 and compared as signed numbers. The maximum minus the minimum, also modulo 2^64 and read as unsigned, is the exact
/// distance between the two. Its bit width is therefore sufficient for every difference of the block.
/// </remarks>
internal static class RangeKernel
{
    /// <summary>Returns the bit width of the numbers from 0 to <paramref name="largest"/>.</summary>
    public static int Width(ulong largest) => 64 - BitOperations.LeadingZeroCount(largest);

    /// <summary>Returns the minimum and maximum of one or more values.</summary>
    public static (long Min, long Max) OfValues(ReadOnlySpan<long> values)
    {
        Debug.Assert(values.Length >= 1, "The last vector, or the first value, exists.");
        ref var first = ref MemoryMarshal.GetReference(values);
        return Vector512.IsHardwareAccelerated ? Vector512Range<ValueLoad>(ref first, values.Length)
            : Vector128.IsHardwareAccelerated ? Vector256Range<ValueLoad>(ref first, values.Length)
            : ScalarRange<ValueLoad>(ref first, values.Length);
    }

    /// <summary>Returns the minimum and maximum difference between neighbors of two or more values.</summary>
    public static (long Min, long Max) OfDeltas(ReadOnlySpan<long> valuesAfterPrevious)
    {
        Debug.Assert(valuesAfterPrevious.Length >= 2, "A difference requires two values.");
        ref var second = ref Unsafe.Add(ref MemoryMarshal.GetReference(valuesAfterPrevious), 1);
        var count = valuesAfterPrevious.Length - 1;
        return Vector512.IsHardwareAccelerated ? Vector512Range<DeltaLoad>(ref second, count)
            : Vector128.IsHardwareAccelerated ? Vector256Range<DeltaLoad>(ref second, count)
            : ScalarRange<DeltaLoad>(ref second, count);
    }

    /// <summary>Returns the minimum and maximum difference of one or more values from a line through the origin, modulo 2^64.</summary>
    /// <param name="values">The values at the positions 0, 1, 2 and so on.</param>
    /// <param name="step">The rise of the line from one position to the next.</param>
    public static (long Min, long Max) OfDistances(ReadOnlySpan<long> values, long step)
    {
        Debug.Assert(values.Length >= 1, "The first value exists.");
        if (!Vector128.IsHardwareAccelerated || values.Length < Vector256<long>.Count)
        {
            return ScalarDistances(values, step, 0, long.MaxValue, long.MinValue);
        }

        ref var first = ref MemoryMarshal.GetReference(values);
        var line = Vector256.Create(0, step, 2 * step, 3 * step);
        var rise = Vector256.Create(4 * step);
        var (min, max) = (Vector256.Create(long.MaxValue), Vector256.Create(long.MinValue));
        var i = 0;
        for (; i <= values.Length - Vector256<long>.Count; i += Vector256<long>.Count)
        {
            var distance = Vector256.LoadUnsafe(ref first, (nuint)i) - line;
            min = Vector256.Min(min, distance);
            max = Vector256.Max(max, distance);
            line += rise;
        }

        var low = Vector128.Min(min.GetLower(), min.GetUpper());
        var high = Vector128.Max(max.GetLower(), max.GetUpper());
        return ScalarDistances(values, step, i, Math.Min(low[0], low[1]), Math.Max(high[0], high[1]));
    }

    internal static (long Min, long Max) ScalarDistances(ReadOnlySpan<long> values, long step, int first, long min, long max)
    {
        for (var i = first; i < values.Length; i++)
        {
            var distance = values[i] - i * step;
            min = Math.Min(min, distance);
            max = Math.Max(max, distance);
        }

        return (min, max);
    }

    internal static (long Min, long Max) ScalarRange<TLoad>(ref long first, int count)
        where TLoad : IRangeLoad
    {
        long min = long.MaxValue, max = long.MinValue;
        for (var i = 0; i < count; i++)
        {
            var value = TLoad.Load(ref Unsafe.Add(ref first, i));
            min = Math.Min(min, value);
            max = Math.Max(max, value);
        }

        return (min, max);
    }

    internal static (long Min, long Max) Vector256Range<TLoad>(ref long first, int count)
        where TLoad : IRangeLoad
    {
        if (count < Vector256<long>.Count)
        {
            return ScalarRange<TLoad>(ref first, count);
        }

        // The last vector overlaps the previous one, which is harmless because minima and maxima are idempotent. Alternating between two accumulators shortens
        // the dependency chain.
        var last = count - Vector256<long>.Count;
        var min = TLoad.Load256(ref Unsafe.Add(ref first, last));
        var max = min;
        var otherMin = min;
        var otherMax = min;
        var i = 0;
        for (; i < last - Vector256<long>.Count; i += 2 * Vector256<long>.Count)
        {
            var value = TLoad.Load256(ref Unsafe.Add(ref first, i));
            var other = TLoad.Load256(ref Unsafe.Add(ref first, i + Vector256<long>.Count));
            min = Vector256.Min(min, value);
            max = Vector256.Max(max, value);
            otherMin = Vector256.Min(otherMin, other);
            otherMax = Vector256.Max(otherMax, other);
        }

        if (i < last)
        {
            var value = TLoad.Load256(ref Unsafe.Add(ref first, i));
            min = Vector256.Min(min, value);
            max = Vector256.Max(max, value);
        }

        min = Vector256.Min(min, otherMin);
        max = Vector256.Max(max, otherMax);
        var low = Vector128.Min(min.GetLower(), min.GetUpper());
        var high = Vector128.Max(max.GetLower(), max.GetUpper());
        return (Math.Min(low[0], low[1]), Math.Max(high[0], high[1]));
    }

    internal static (long Min, long Max) Vector512Range<TLoad>(ref long first, int count)
        where TLoad : IRangeLoad
    {
        if (count < Vector512<long>.Count)
        {
            return Vector256Range<TLoad>(ref first, count);
        }

        var min = TLoad.Load512(ref Unsafe.Add(ref first, count - Vector512<long>.Count));
        var max = min;
        for (var i = 0; i < count - Vector512<long>.Count; i += Vector512<long>.Count)
        {
            var value = TLoad.Load512(ref Unsafe.Add(ref first, i));
            min = Vector512.Min(min, value);
            max = Vector512.Max(max, value);
        }

        var low = Vector256.Min(min.GetLower(), min.GetUpper());
        var high = Vector256.Max(max.GetLower(), max.GetUpper());
        var low2 = Vector128.Min(low.GetLower(), low.GetUpper());
        var high2 = Vector128.Max(high.GetLower(), high.GetUpper());
        return (Math.Min(low2[0], low2[1]), Math.Max(high2[0], high2[1]));
    }

    /// <summary>Loads values, or differences between neighbors.</summary>
    internal interface IRangeLoad
    {
        static abstract long Load(ref long at);

        static abstract Vector256<long> Load256(ref long at);

        static abstract Vector512<long> Load512(ref long at);
    }

    internal readonly struct ValueLoad : IRangeLoad
    {
        public static long Load(ref long at) => at;

        public static Vector256<long> Load256(ref long at) => Vector256.LoadUnsafe(ref at);

        public static Vector512<long> Load512(ref long at) => Vector512.LoadUnsafe(ref at);
    }

    internal readonly struct DeltaLoad : IRangeLoad
    {
        public static long Load(ref long at) => at - Unsafe.Subtract(ref at, 1);

        public static Vector256<long> Load256(ref long at) => Vector256.LoadUnsafe(ref at) - Vector256.LoadUnsafe(ref Unsafe.Subtract(ref at, 1));

        public static Vector512<long> Load512(ref long at) => Vector512.LoadUnsafe(ref at) - Vector512.LoadUnsafe(ref Unsafe.Subtract(ref at, 1));
    }
}

/// <summary>Computes the offsets of numbers from the base of their column.</summary>
internal static class OffsetKernel
{
    /// <summary>Subtracts a base from each value.</summary>
    public static void Subtract(Span<long> values, long origin)
    {
        var i = 0;
        ref var value = ref MemoryMarshal.GetReference(values);
        for (; Vector512.IsHardwareAccelerated && i <= values.Length - Vector512<long>.Count; i += Vector512<long>.Count)
        {
            (Vector512.LoadUnsafe(ref value, (nuint)i) - Vector512.Create(origin)).StoreUnsafe(ref value, (nuint)i);
        }

        for (; i < values.Length; i++)
        {
            values[i] -= origin;
        }
    }

    /// <summary>Subtracts a base from each value, and stores the offset of a second value from its own base in the upper bits.</summary>
    /// <param name="values">The lower values, replaced by the results.</param>
    /// <param name="origin">The base of the lower values.</param>
    /// <param name="others">The upper values, at least as many.</param>
    /// <param name="otherOrigin">The base of the upper values.</param>
    /// <param name="width">The bit width of a lower offset, less than 64.</param>
    public static void Join(Span<long> values, long origin, ReadOnlySpan<long> others, long otherOrigin, int width)
    {
        var i = 0;
        ref var value = ref MemoryMarshal.GetReference(values);
        ref var other = ref MemoryMarshal.GetReference(others[..values.Length]);
        for (; Vector512.IsHardwareAccelerated && i <= values.Length - Vector512<long>.Count; i += Vector512<long>.Count)
        {
            var upper = Vector512.LoadUnsafe(ref other, (nuint)i) - Vector512.Create(otherOrigin);
            var lower = Vector512.LoadUnsafe(ref value, (nuint)i) - Vector512.Create(origin);
            (lower | upper << width).StoreUnsafe(ref value, (nuint)i);
        }

        for (; i < values.Length; i++)
        {
            values[i] = (values[i] - origin) | (others[i] - otherOrigin) << width;
        }
    }
}
