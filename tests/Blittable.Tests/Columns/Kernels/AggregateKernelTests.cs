using System.Runtime.InteropServices;
using Blittable.Columns;

namespace Blittable.Tests.Columns;

public sealed class AggregateKernelTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(64)]
    [InlineData(201)]
    public void Integers_are_aggregated_exactly_at_every_width(int count)
    {
        var values = new long[count];
        new Random(count).NextBytes(MemoryMarshal.AsBytes(values.AsSpan()));
        ref var first = ref values[0];

        var all = new Aggregate<long, Int128>(count, values.Aggregate(Int128.Zero, (s, v) => s + v), values.Min(), values.Max());
        Assert.Equal(all, AggregateKernel.Of(values));
        Assert.Equal(all, AggregateKernel.IntegersScalar(ref first, 0, count));
        Assert.Equal(all, AggregateKernel.IntegersVector256(ref first, count));
        Assert.Equal(all, AggregateKernel.IntegersVector512(ref first, count));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(201)]
    public void Doubles_are_aggregated_at_every_width(int count)
    {
        var random = new Random(count);

        // Quarters of small integers, so that every order of additions gives the same sum.
        var values = Enumerable.Range(0, count).Select(_ => random.Next(-1000, 1000) / 4.0).ToArray();
        ref var first = ref values[0];

        var all = new Aggregate<double, double>(count, values.Sum(), values.Min(), values.Max());
        Assert.Equal(all, AggregateKernel.Of(values));
        Assert.Equal(all, AggregateKernel.DoublesScalar(ref first, 0, count));
        Assert.Equal(all, AggregateKernel.DoublesVector256(ref first, count));
        Assert.Equal(all, AggregateKernel.DoublesVector512(ref first, count));
    }

    [Theory]
    [InlineData(8)]
    [InlineData(201)]
    [InlineData(1000)]
    public void Sums_of_doubles_do_not_depend_on_how_wide_vectors_are(int count)
    {
        var random = new Random(count);
        var values = Enumerable.Range(0, count).Select(_ => random.NextDouble() * Math.Pow(10, random.Next(-20, 20))).ToArray();
        ref var first = ref values[0];

        Assert.Equal(AggregateKernel.DoublesVector512(ref first, count), AggregateKernel.DoublesVector256(ref first, count));
    }

    [Fact]
    public void A_NaN_is_summed_but_is_no_bound()
    {
        var values = Enumerable.Repeat(1.5, 20).ToArray();
        values[3] = values[18] = double.NaN;
        var all = AggregateKernel.Of(values);

        Assert.Equal((1.5, 1.5, 20), (all.Min, all.Max, all.Count));
        Assert.True(double.IsNaN(all.Sum));
    }

    [Fact]
    public void Nothing_has_no_bounds()
    {
        Assert.Equal(Aggregate<long, Int128>.Empty, AggregateKernel.Of(ReadOnlySpan<long>.Empty));
        Assert.Equal(double.PositiveInfinity, AggregateKernel.Of(ReadOnlySpan<double>.Empty).Min);
    }
}
