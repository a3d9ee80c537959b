using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <content>
/// Aggregates of floating-point numbers. A NaN makes the sum NaN and is neither minimum nor maximum. Sums are stored, so they must not depend on the vector
/// width of the processor. Therefore, value i is added to sum i mod 8, the eight sums are added in a fixed order, and remaining values are added one by one.
/// </content>
internal static partial class AggregateKernel
{
    /// <summary>The number of parallel sums: one for each lane of a 512-bit vector.</summary>
    private const int DoubleLanes = 8;

    /// <summary>Aggregates values in a single pass.</summary>
    public static ColumnAggregate<double, double> Of(ReadOnlySpan<double> values)
    {
        ref var first = ref MemoryMarshal.GetReference(values);
        return Vector512.IsHardwareAccelerated ? DoublesVector512(ref first, values.Length)
            : Vector128.IsHardwareAccelerated ? DoublesVector256(ref first, values.Length)
            : DoublesScalar(ref first, values.Length);
    }

    internal static ColumnAggregate<double, double> DoublesScalar(ref double values, int count)
    {
        Span<double> sums = stackalloc double[DoubleLanes];
        Span<double> least = stackalloc double[DoubleLanes];
        Span<double> most = stackalloc double[DoubleLanes];
        sums.Clear();
        least.Fill(double.PositiveInfinity);
        most.Fill(double.NegativeInfinity);
        var i = 0;
        for (; i <= count - DoubleLanes; i += DoubleLanes)
        {
            for (var lane = 0; lane < DoubleLanes; lane++)
            {
                var value = Unsafe.Add(ref values, i + lane);
                sums[lane] += value;
                least[lane] = value < least[lane] ? value : least[lane];
                most[lane] = value > most[lane] ? value : most[lane];
            }
        }

        var lanes = new ColumnAggregate<double, double>(
            i,
            Total(Vector256.Create<double>(sums[..4]), Vector256.Create<double>(sums[4..])),
            Math.Min(Least(Vector256.Create<double>(least[..4])), Least(Vector256.Create<double>(least[4..]))),
            Math.Max(Most(Vector256.Create<double>(most[..4])), Most(Vector256.Create<double>(most[4..]))));
        return lanes.Plus(DoublesOneByOne(ref values, i, count));
    }

    private static ColumnAggregate<double, double> DoublesOneByOne(ref double values, int start, int end)
    {
        var result = ColumnAggregate<double, double>.Empty;
        for (var i = start; i < end; i++)
        {
            var value = Unsafe.Add(ref values, i);
            result = new(result.Count + 1, result.Sum + value, value < result.Min ? value : result.Min, value > result.Max ? value : result.Max);
        }

        return result;
    }

    internal static ColumnAggregate<double, double> DoublesVector256(ref double values, int count)
    {
        var (sum, otherSum) = (Vector256<double>.Zero, Vector256<double>.Zero);
        var (min, otherMin) = (Vector256.Create(double.PositiveInfinity), Vector256.Create(double.PositiveInfinity));
        var (max, otherMax) = (Vector256.Create(double.NegativeInfinity), Vector256.Create(double.NegativeInfinity));
        var i = 0;

        // Two vectors are the halves of a 512-bit vector. No addition waits for the previous one, and the sum equals the sum of the 512-bit kernel.
        for (; i <= count - (2 * Vector256<double>.Count); i += 2 * Vector256<double>.Count)
        {
            var value = Vector256.LoadUnsafe(ref values, (nuint)i);
            var other = Vector256.LoadUnsafe(ref values, (nuint)(i + Vector256<double>.Count));
            min = Vector256.ConditionalSelect(Vector256.LessThan(value, min), value, min);
            max = Vector256.ConditionalSelect(Vector256.GreaterThan(value, max), value, max);
            otherMin = Vector256.ConditionalSelect(Vector256.LessThan(other, otherMin), other, otherMin);
            otherMax = Vector256.ConditionalSelect(Vector256.GreaterThan(other, otherMax), other, otherMax);
            sum += value;
            otherSum += other;
        }

        var vector = new ColumnAggregate<double, double>(
            i, Total(sum, otherSum), Math.Min(Least(min), Least(otherMin)), Math.Max(Most(max), Most(otherMax)));
        return vector.Plus(DoublesOneByOne(ref values, i, count));
    }

    internal static ColumnAggregate<double, double> DoublesVector512(ref double values, int count)
    {
        var sum = Vector512<double>.Zero;
        var min = Vector512.Create(double.PositiveInfinity);
        var max = Vector512.Create(double.NegativeInfinity);
        var i = 0;
        for (; i <= count - Vector512<double>.Count; i += Vector512<double>.Count)
        {
            var value = Vector512.LoadUnsafe(ref values, (nuint)i);
            min = Vector512.ConditionalSelect(Vector512.LessThan(value, min), value, min);
            max = Vector512.ConditionalSelect(Vector512.GreaterThan(value, max), value, max);
            sum += value;
        }

        var vector = new ColumnAggregate<double, double>(
            i,
            Total(sum.GetLower(), sum.GetUpper()),
            Math.Min(Least(min.GetLower()), Least(min.GetUpper())),
            Math.Max(Most(max.GetLower()), Most(max.GetUpper())));
        return vector.Plus(DoublesOneByOne(ref values, i, count));
    }

    /// <summary>Adds eight sums in a fixed order. The order of the framework's vector sum depends on the hardware.</summary>
    private static double Total(Vector256<double> lower, Vector256<double> upper) =>
        (lower[0] + lower[1] + (lower[2] + lower[3])) + (upper[0] + upper[1] + (upper[2] + upper[3]));

    private static double Least(Vector256<double> values) => Math.Min(Math.Min(values[0], values[1]), Math.Min(values[2], values[3]));

    private static double Most(Vector256<double> values) => Math.Max(Math.Max(values[0], values[1]), Math.Max(values[2], values[3]));
}
