using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <summary>Represents statistics as stored in a chunk: as lanes, or as counts of the chunk's unit.</summary>
/// <remarks>
/// <code>
/// 0  i64   minimum
/// 8  i64   maximum
/// 16 i64   first
/// 24 i64   last
/// 32 i128  sum; for floating-point numbers, a double followed by zeros
/// </code>
/// </remarks>
internal readonly record struct ColumnSummary(long Min, long Max, long First, long Last, Int128 Sum)
{
    public const int Size = 48;

    /// <summary>Computes the summary of values and their lanes or counts.</summary>
    public static ColumnSummary Of<T>(ReadOnlySpan<T> values, ReadOnlySpan<long> lanes)
        where T : unmanaged
    {
        if (values.IsEmpty)
        {
            return default;
        }

        if (Lanes<T>.AreFloating)
        {
            var floating = typeof(T) == typeof(double)
                ? AggregateKernel.Of(MemoryMarshal.Cast<T, double>(values))
                : OfSingles(MemoryMarshal.Cast<T, float>(values));
            return new ColumnSummary(
                FloatingLane<T>(floating.Min), FloatingLane<T>(floating.Max), lanes[0], lanes[^1], SumBits(floating.Sum));
        }

        var aggregate = AggregateKernel.Of(lanes);
        return new ColumnSummary(aggregate.Min, aggregate.Max, lanes[0], lanes[^1], aggregate.Sum);
    }

    public static void Write(ColumnBuffer output, in ColumnSummary summary)
    {
        output.WriteInt64(summary.Min);
        output.WriteInt64(summary.Max);
        output.WriteInt64(summary.First);
        output.WriteInt64(summary.Last);
        output.WriteInt64((long)summary.Sum);
        output.WriteInt64((long)(summary.Sum >> 64));
    }

    public static ColumnSummary Read(ReadOnlySpan<byte> bytes) => new(
        BinaryPrimitives.ReadInt64LittleEndian(bytes),
        BinaryPrimitives.ReadInt64LittleEndian(bytes[8..]),
        BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]),
        BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]),
        BinaryPrimitives.ReadInt128LittleEndian(bytes[32..]));

    /// <summary>Converts the summary to the type of the values.</summary>
    public ColumnStatistics<T> ToStatistics<T>(int count, int nulls, ColumnScale scale)
        where T : unmanaged
    {
        if (!Lanes<T>.AreDirect)
        {
            var isDate = typeof(T) == typeof(Dates.Timestamp);
            return new(
                count, nulls, scale.Restore<T>(Min), scale.Restore<T>(Max), scale.Restore<T>(First), scale.Restore<T>(Last),
                isDate ? 0 : (double)Sum / Math.Pow(10, scale.Unit), isDate ? 0 : Sum);
        }

        var floating = Lanes<T>.AreFloating;
        var exact = floating ? 0 : typeof(T) == typeof(ulong) ? Sum + ((Int128)count << 63) : Sum;
        return new(
            count, nulls, Lanes<T>.To(Min), Lanes<T>.To(Max), Lanes<T>.To(First), Lanes<T>.To(Last),
            floating ? BitConverter.UInt64BitsToDouble((ulong)Sum) : (double)exact, exact);
    }

    /// <summary>Normalizes NaN, because the bits of a NaN sum depend on the processor.</summary>
    private static ulong SumBits(double sum) => BitConverter.DoubleToUInt64Bits(double.IsNaN(sum) ? double.NaN : sum);

    private static long FloatingLane<T>(double value) =>
        typeof(T) == typeof(double) ? BitConverter.DoubleToInt64Bits(value) : BitConverter.SingleToUInt32Bits((float)value);

    /// <summary>Aggregates values after widening them piece by piece. Widening is exact, so the bounds are too.</summary>
    private static ColumnAggregate<double, double> OfSingles(ReadOnlySpan<float> values)
    {
        Span<double> wide = stackalloc double[512];
        var all = ColumnAggregate<double, double>.Empty;
        for (; !values.IsEmpty; values = values[Math.Min(wide.Length, values.Length)..])
        {
            var piece = wide[..Math.Min(wide.Length, values.Length)];
            for (var i = 0; i < piece.Length; i++)
            {
                piece[i] = values[i];
            }

            all = all.Plus(AggregateKernel.Of(piece));
        }

        return all;
    }
}
