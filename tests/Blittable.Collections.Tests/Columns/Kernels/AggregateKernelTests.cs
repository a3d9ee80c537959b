using System.Runtime.InteropServices;
using Blittable.Columns;

namespace Blittable.Collections.Tests.Columns;

[Trait(Category.Name, Category.Vector)]
public sealed class AggregateKernelTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(64)]
    [InlineData(201)]
    public void Integers_are_aggregated_exactly_at_every_vector_width(int count)
    {
        var values = new long[count];
        new Random(count).NextBytes(MemoryMarshal.AsBytes(values.AsSpan()));
        ref var first = ref values[0];

        var all = new ColumnAggregate<long, Int128>(count, values.Aggregate(Int128.Zero, (s, v) => s + v), values.Min(), values.Max());
        Assert.Equal(all, AggregateKernel.Of(values));
        Assert.Equal(all, AggregateKernel.IntegersScalar(ref first, 0, count));
        Assert.Equal(all, AggregateKernel.IntegersVector256(ref first, count));
        Assert.Equal(all, AggregateKernel.IntegersVector512(ref first, count));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(201)]
    public void Doubles_are_aggregated_at_every_vector_width(int count)
    {
        var random = new Random(count);

        // Quarters of small integers, for which every order of additions gives the same sum.
        var values = Enumerable.Range(0, count).Select(_ => random.Next(-1000, 1000) / 4.0).ToArray();
        ref var first = ref values[0];

        var all = new ColumnAggregate<double, double>(count, values.Sum(), values.Min(), values.Max());
        Assert.Equal(all, AggregateKernel.Of(values));
        Assert.Equal(all, AggregateKernel.DoublesScalar(ref first, count));
        Assert.Equal(all, AggregateKernel.DoublesVector256(ref first, count));
        Assert.Equal(all, AggregateKernel.DoublesVector512(ref first, count));
    }

    /// <summary>Sums and bounds are stored with a chunk, whose bytes must not depend on the processor that wrote it.</summary>
    [Theory]
    [InlineData(3)]
    [InlineData(8)]
    [InlineData(201)]
    [InlineData(1000)]
    public void Sums_and_bounds_of_doubles_do_not_depend_on_the_vector_width(int count)
    {
        var random = new Random(count);
        double[] odd = [0.0, -0.0, double.PositiveInfinity, double.MaxValue, double.Epsilon];
        foreach (var share in (double[])[0, 0.01, 1])
        {
            var values = Enumerable.Range(0, count)
                .Select(_ => random.NextDouble() < share
                    ? odd[random.Next(share < 1 ? odd.Length : 2)]
                    : (random.NextDouble() - 0.5) * Math.Pow(10, random.Next(-20, 20)))
                .ToArray();
            ref var first = ref values[0];
            var scalar = Bits(AggregateKernel.DoublesScalar(ref first, count));

            Assert.Equal(scalar, Bits(AggregateKernel.DoublesVector256(ref first, count)));
            Assert.Equal(scalar, Bits(AggregateKernel.DoublesVector512(ref first, count)));
            Assert.Equal(scalar, Bits(AggregateKernel.Of(values)));
        }

        static (long, long, long, long) Bits(ColumnAggregate<double, double> all) =>
            (all.Count, BitConverter.DoubleToInt64Bits(all.Sum), BitConverter.DoubleToInt64Bits(all.Min), BitConverter.DoubleToInt64Bits(all.Max));
    }

    /// <summary>The expected bits are constants, so every processor that runs the tests is compared with them.</summary>
    [Fact]
    public void Stored_sums_of_doubles_have_the_same_bits_on_every_processor()
    {
        var values = Enumerable.Range(1, 1003).Select(i => 1.0 / i).ToArray();

        var chunk = new ColumnWriter<double>(new ColumnOptions { Encoding = ColumnEncoding.Plain }).Encode(values);

        Assert.True(new ColumnReader<double>(chunk.Span).TryGetStatistics(out var statistics));
        Assert.Equal(0x401DF43022D52317, BitConverter.DoubleToInt64Bits(statistics.Sum));
        double[] nan = [double.NaN, BitConverter.Int64BitsToDouble(0x7FF8000000000123), 1];
        Assert.True(new ColumnReader<double>(new ColumnWriter<double>().Encode(nan).Span).TryGetStatistics(out statistics));
        Assert.Equal(BitConverter.DoubleToInt64Bits(double.NaN), BitConverter.DoubleToInt64Bits(statistics.Sum));
    }

    [Fact]
    public void NaN_is_included_in_the_sum_but_not_in_the_bounds()
    {
        var values = Enumerable.Repeat(1.5, 20).ToArray();
        values[3] = values[18] = double.NaN;
        var all = AggregateKernel.Of(values);

        Assert.Equal((1.5, 1.5, 20), (all.Min, all.Max, all.Count));
        Assert.True(double.IsNaN(all.Sum));
    }

    [Fact]
    public void An_empty_input_has_no_bounds()
    {
        Assert.Equal(ColumnAggregate<long, Int128>.Empty, AggregateKernel.Of(ReadOnlySpan<long>.Empty));
        Assert.Equal(double.PositiveInfinity, AggregateKernel.Of(ReadOnlySpan<double>.Empty).Min);
    }
}
