using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>The same of floating-point numbers. A NaN makes the sum NaN and is neither minimum nor maximum; the order of the additions is not
/// defined.</summary>
internal static partial class AggregateKernel
{
    /// <summary>Aggregates of all values.</summary>
    public static Aggregate<double, double> Of(ReadOnlySpan<double> values)
    {
        ref var first = ref MemoryMarshal.GetReference(values);
        return Vector512.IsHardwareAccelerated ? DoublesVector512<NoMask>(ref first, values.Length, ref Unsafe.NullRef<ulong>())
            : Vector256.IsHardwareAccelerated ? DoublesVector256<NoMask>(ref first, values.Length, ref Unsafe.NullRef<ulong>())
            : DoublesScalar<NoMask>(ref first, 0, values.Length, ref Unsafe.NullRef<ulong>());
    }

    /// <summary>Aggregates of the values whose bit is set.</summary>
    public static Aggregate<double, double> Of(ReadOnlySpan<double> values, ReadOnlySpan<ulong> mask)
    {
        CheckMask(values.Length, mask);
        ref var first = ref MemoryMarshal.GetReference(values);
        ref var bits = ref MemoryMarshal.GetReference(mask);
        return Vector512.IsHardwareAccelerated ? DoublesVector512<BitMask>(ref first, values.Length, ref bits)
            : Vector256.IsHardwareAccelerated ? DoublesVector256<BitMask>(ref first, values.Length, ref bits)
            : DoublesScalar<BitMask>(ref first, 0, values.Length, ref bits);
    }

    internal static Aggregate<double, double> DoublesScalar<TMask>(ref double values, int start, int end, ref ulong mask)
        where TMask : IRowMask
    {
        var result = Aggregate<double, double>.Empty;
        for (var i = start; i < end; i++)
        {
            if (TMask.Has(ref mask, i))
            {
                var value = Unsafe.Add(ref values, i);
                result = new(result.Count + 1, result.Sum + value, value < result.Min ? value : result.Min, value > result.Max ? value : result.Max);
            }
        }

        return result;
    }

    internal static Aggregate<double, double> DoublesVector256<TMask>(ref double values, int count, ref ulong mask)
        where TMask : IRowMask
    {
        var (sum, otherSum) = (Vector256<double>.Zero, Vector256<double>.Zero);
        var (min, otherMin) = (Vector256.Create(double.PositiveInfinity), Vector256.Create(double.PositiveInfinity));
        var (max, otherMax) = (Vector256.Create(double.NegativeInfinity), Vector256.Create(double.NegativeInfinity));
        var rows = 0;
        var i = 0;

        // Two vectors are the halves of one of 512 bits: so no addition waits for the one before it, and the sum is that of the wider kernel to the last bit.
        for (; i <= count - (2 * Vector256<double>.Count); i += 2 * Vector256<double>.Count)
        {
            var value = Vector256.LoadUnsafe(ref values, (nuint)i);
            var other = Vector256.LoadUnsafe(ref values, (nuint)(i + Vector256<double>.Count));
            var chosen = TMask.Lanes256(ref mask, i).AsDouble();
            var otherChosen = TMask.Lanes256(ref mask, i + Vector256<double>.Count).AsDouble();
            min = Vector256.ConditionalSelect(chosen & Vector256.LessThan(value, min), value, min);
            max = Vector256.ConditionalSelect(chosen & Vector256.GreaterThan(value, max), value, max);
            otherMin = Vector256.ConditionalSelect(otherChosen & Vector256.LessThan(other, otherMin), other, otherMin);
            otherMax = Vector256.ConditionalSelect(otherChosen & Vector256.GreaterThan(other, otherMax), other, otherMax);
            sum += value & chosen;
            otherSum += other & otherChosen;
            rows += TMask.Count(ref mask, i, 2 * Vector256<double>.Count);
        }

        var vector = new Aggregate<double, double>(
            rows, Vector256.Sum(sum) + Vector256.Sum(otherSum), Math.Min(Least(min), Least(otherMin)), Math.Max(Most(max), Most(otherMax)));
        return vector.Plus(DoublesScalar<TMask>(ref values, i, count, ref mask));
    }

    internal static Aggregate<double, double> DoublesVector512<TMask>(ref double values, int count, ref ulong mask)
        where TMask : IRowMask
    {
        var sum = Vector512<double>.Zero;
        var min = Vector512.Create(double.PositiveInfinity);
        var max = Vector512.Create(double.NegativeInfinity);
        var rows = 0;
        var i = 0;
        for (; i <= count - Vector512<double>.Count; i += Vector512<double>.Count)
        {
            var value = Vector512.LoadUnsafe(ref values, (nuint)i);
            var chosen = TMask.Lanes512(ref mask, i).AsDouble();
            min = Vector512.ConditionalSelect(chosen & Vector512.LessThan(value, min), value, min);
            max = Vector512.ConditionalSelect(chosen & Vector512.GreaterThan(value, max), value, max);
            sum += value & chosen;
            rows += TMask.Count(ref mask, i, Vector512<double>.Count);
        }

        var vector = new Aggregate<double, double>(
            rows, Vector512.Sum(sum), Math.Min(Least(min.GetLower()), Least(min.GetUpper())), Math.Max(Most(max.GetLower()), Most(max.GetUpper())));
        return vector.Plus(DoublesScalar<TMask>(ref values, i, count, ref mask));
    }

    private static double Least(Vector256<double> values) => Math.Min(Math.Min(values[0], values[1]), Math.Min(values[2], values[3]));

    private static double Most(Vector256<double> values) => Math.Max(Math.Max(values[0], values[1]), Math.Max(values[2], values[3]));
}
