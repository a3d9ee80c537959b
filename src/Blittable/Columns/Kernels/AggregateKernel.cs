using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Count, sum, minimum and maximum of integers, of all or of those whose bit is set in a mask, in one pass.</summary>
/// <remarks>The sum is exact: the halves of 32 bits are summed apart, which cannot overflow, and put together at the end.</remarks>
internal static partial class AggregateKernel
{
    /// <summary>Aggregates of all values.</summary>
    public static Aggregate<long, Int128> Of(ReadOnlySpan<long> values)
    {
        if (values.IsEmpty)
        {
            return Aggregate<long, Int128>.Empty;
        }

        ref var first = ref MemoryMarshal.GetReference(values);
        return Vector512.IsHardwareAccelerated ? IntegersVector512<NoMask>(ref first, values.Length, ref Unsafe.NullRef<ulong>())
            : Vector256.IsHardwareAccelerated ? IntegersVector256<NoMask>(ref first, values.Length, ref Unsafe.NullRef<ulong>())
            : IntegersScalar<NoMask>(ref first, 0, values.Length, ref Unsafe.NullRef<ulong>());
    }

    /// <summary>Aggregates of the values whose bit is set.</summary>
    public static Aggregate<long, Int128> Of(ReadOnlySpan<long> values, ReadOnlySpan<ulong> mask)
    {
        CheckMask(values.Length, mask);
        ref var first = ref MemoryMarshal.GetReference(values);
        ref var bits = ref MemoryMarshal.GetReference(mask);
        return Vector512.IsHardwareAccelerated ? IntegersVector512<BitMask>(ref first, values.Length, ref bits)
            : Vector256.IsHardwareAccelerated ? IntegersVector256<BitMask>(ref first, values.Length, ref bits)
            : IntegersScalar<BitMask>(ref first, 0, values.Length, ref bits);
    }

    internal static Aggregate<long, Int128> IntegersScalar<TMask>(ref long values, int start, int end, ref ulong mask)
        where TMask : IRowMask
    {
        var result = Aggregate<long, Int128>.Empty;
        for (var i = start; i < end; i++)
        {
            if (TMask.Has(ref mask, i))
            {
                var value = Unsafe.Add(ref values, i);
                result = new(result.Count + 1, result.Sum + value, Math.Min(result.Min, value), Math.Max(result.Max, value));
            }
        }

        return result;
    }

    internal static Aggregate<long, Int128> IntegersVector256<TMask>(ref long values, int count, ref ulong mask)
        where TMask : IRowMask
    {
        var low = Vector256<long>.Zero;
        var high = Vector256<long>.Zero;
        var min = Vector256.Create(long.MaxValue);
        var max = Vector256.Create(long.MinValue);
        var rows = 0;
        var i = 0;
        for (; i <= count - Vector256<long>.Count; i += Vector256<long>.Count)
        {
            var value = Vector256.LoadUnsafe(ref values, (nuint)i);
            var chosen = TMask.Lanes256(ref mask, i).AsInt64();
            min = Vector256.Min(min, Vector256.ConditionalSelect(chosen, value, min));
            max = Vector256.Max(max, Vector256.ConditionalSelect(chosen, value, max));
            value &= chosen;
            low += value & Vector256.Create(0xFFFFFFFFL);
            high += value >> 32;
            rows += TMask.Count(ref mask, i, Vector256<long>.Count);
        }

        var sum = ((Int128)Vector256.Sum(high) << 32) + Vector256.Sum(low);
        var vector = new Aggregate<long, Int128>(rows, sum, Least(min), Most(max));
        return vector.Plus(IntegersScalar<TMask>(ref values, i, count, ref mask));
    }

    internal static Aggregate<long, Int128> IntegersVector512<TMask>(ref long values, int count, ref ulong mask)
        where TMask : IRowMask
    {
        var low = Vector512<long>.Zero;
        var high = Vector512<long>.Zero;
        var min = Vector512.Create(long.MaxValue);
        var max = Vector512.Create(long.MinValue);
        var rows = 0;
        var i = 0;
        for (; i <= count - Vector512<long>.Count; i += Vector512<long>.Count)
        {
            var value = Vector512.LoadUnsafe(ref values, (nuint)i);
            var chosen = TMask.Lanes512(ref mask, i).AsInt64();
            min = Vector512.Min(min, Vector512.ConditionalSelect(chosen, value, min));
            max = Vector512.Max(max, Vector512.ConditionalSelect(chosen, value, max));
            value &= chosen;
            low += value & Vector512.Create(0xFFFFFFFFL);
            high += value >> 32;
            rows += TMask.Count(ref mask, i, Vector512<long>.Count);
        }

        var sum = ((Int128)Vector512.Sum(high) << 32) + Vector512.Sum(low);
        var vector = new Aggregate<long, Int128>(
            rows, sum, Least(Vector256.Min(min.GetLower(), min.GetUpper())), Most(Vector256.Max(max.GetLower(), max.GetUpper())));
        return vector.Plus(IntegersScalar<TMask>(ref values, i, count, ref mask));
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

    private static void CheckMask(int rows, ReadOnlySpan<ulong> mask)
    {
        if (mask.Length < MaskKernel.Words(rows))
        {
            throw new ArgumentException($"{rows} rows need a mask of {MaskKernel.Words(rows)} words; there are {mask.Length}.", nameof(mask));
        }
    }
}
