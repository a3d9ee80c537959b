using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Computes count, sum, minimum and maximum of integers in a single pass.</summary>
/// <remarks>The sum is exact: the lower and upper 32 bits are summed separately without overflow and combined at the end.</remarks>
internal static partial class AggregateKernel
{
    /// <summary>Aggregates values in a single pass.</summary>
    public static ColumnAggregate<long, Int128> Of(ReadOnlySpan<long> values)
    {
        if (values.IsEmpty)
        {
            return ColumnAggregate<long, Int128>.Empty;
        }

        ref var first = ref MemoryMarshal.GetReference(values);
        return Vector512.IsHardwareAccelerated ? IntegersVector512(ref first, values.Length)
            : Vector128.IsHardwareAccelerated ? IntegersVector256(ref first, values.Length)
            : IntegersScalar(ref first, 0, values.Length);
    }

    /// <summary>Computes the sum of values.</summary>
    /// <param name="values">The values.</param>
    /// <param name="largest">An upper bound of the absolute values.</param>
    public static Int128 Sum(ReadOnlySpan<long> values, ulong largest) =>
        (UInt128)largest * (UInt128)values.Length > long.MaxValue ? Of(values).Sum : Sum(values);

    /// <summary>Computes a sum that is known to fit in 64 bits.</summary>
    public static long Sum(ReadOnlySpan<long> values)
    {
        ref var first = ref MemoryMarshal.GetReference(values);
        var (one, other) = (Vector256<long>.Zero, Vector256<long>.Zero);
        var i = 0;
        for (; i <= values.Length - (2 * Vector256<long>.Count); i += 2 * Vector256<long>.Count)
        {
            one += Vector256.LoadUnsafe(ref first, (nuint)i);
            other += Vector256.LoadUnsafe(ref first, (nuint)(i + Vector256<long>.Count));
        }

        var sum = Vector256.Sum(one + other);
        for (; i < values.Length; i++)
        {
            sum += values[i];
        }

        return sum;
    }

    internal static ColumnAggregate<long, Int128> IntegersScalar(ref long values, int start, int end)
    {
        var result = ColumnAggregate<long, Int128>.Empty;
        for (var i = start; i < end; i++)
        {
            var value = Unsafe.Add(ref values, i);
            result = new(result.Count + 1, result.Sum + value, Math.Min(result.Min, value), Math.Max(result.Max, value));
        }

        return result;
    }

    internal static ColumnAggregate<long, Int128> IntegersVector256(ref long values, int count)
    {
        var low = Vector256<long>.Zero;
        var high = Vector256<long>.Zero;
        var min = Vector256.Create(long.MaxValue);
        var max = Vector256.Create(long.MinValue);
        var i = 0;
        for (; i <= count - Vector256<long>.Count; i += Vector256<long>.Count)
        {
            var value = Vector256.LoadUnsafe(ref values, (nuint)i);
            min = Vector256.Min(min, value);
            max = Vector256.Max(max, value);
            low += value & Vector256.Create(0xFFFFFFFFL);
            high += value >> 32;
        }

        var sum = ((Int128)Vector256.Sum(high) << 32) + Vector256.Sum(low);
        var vector = new ColumnAggregate<long, Int128>(i, sum, Least(min), Most(max));
        return vector.Plus(IntegersScalar(ref values, i, count));
    }

    internal static ColumnAggregate<long, Int128> IntegersVector512(ref long values, int count)
    {
        var low = Vector512<long>.Zero;
        var high = Vector512<long>.Zero;
        var min = Vector512.Create(long.MaxValue);
        var max = Vector512.Create(long.MinValue);
        var i = 0;
        for (; i <= count - Vector512<long>.Count; i += Vector512<long>.Count)
        {
            var value = Vector512.LoadUnsafe(ref values, (nuint)i);
            min = Vector512.Min(min, value);
            max = Vector512.Max(max, value);
            low += value & Vector512.Create(0xFFFFFFFFL);
            high += value >> 32;
        }

        var sum = ((Int128)Vector512.Sum(high) << 32) + Vector512.Sum(low);
        var vector = new ColumnAggregate<long, Int128>(
            i, sum, Least(Vector256.Min(min.GetLower(), min.GetUpper())), Most(Vector256.Max(max.GetLower(), max.GetUpper())));
        return vector.Plus(IntegersScalar(ref values, i, count));
    }

    private static long Least(Vector256<long> values)
    {
        var half = Vector128.Min(values.GetLower(), values.GetUpper());
        return Math.Min(half[0], half[1]);
    }

    private static long Most(Vector256<long> values)
    {
        var half = Vector128.Max(values.GetLower(), values.GetUpper());
        return Math.Max(half[0], half[1]);
    }
}
