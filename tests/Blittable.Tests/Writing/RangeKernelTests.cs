using System.Runtime.InteropServices;
using Blittable.Writing;

namespace Blittable.Tests.Writing;

[Trait(Category.Name, Category.Vector)]
public sealed class RangeKernelTests
{
    [Fact]
    public void The_vector_kernels_equal_the_scalar_kernel()
    {
        var values = new long[140];
        new Random(3).NextBytes(MemoryMarshal.AsBytes(values.AsSpan()));
        for (var count = 1; count < values.Length; count++)
        {
            ref var first = ref values[0];
            ref var second = ref values[1];
            var range = RangeKernel.ScalarRange<RangeKernel.ValueLoad>(ref first, count);
            var deltas = RangeKernel.ScalarRange<RangeKernel.DeltaLoad>(ref second, count);

            Assert.Equal((values[..count].Min(), values[..count].Max()), range);
            Assert.Equal(range, RangeKernel.Vector256Range<RangeKernel.ValueLoad>(ref first, count));
            Assert.Equal(range, RangeKernel.Vector512Range<RangeKernel.ValueLoad>(ref first, count));
            Assert.Equal(deltas, RangeKernel.Vector256Range<RangeKernel.DeltaLoad>(ref second, count));
            Assert.Equal(deltas, RangeKernel.Vector512Range<RangeKernel.DeltaLoad>(ref second, count));
        }
    }

    [Fact]
    public void Distances_from_a_line_equal_those_of_the_scalar_kernel()
    {
        var values = new long[140];
        var random = new Random(4);
        random.NextBytes(MemoryMarshal.AsBytes(values.AsSpan()));
        for (var count = 1; count < values.Length; count++)
        {
            var step = random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
            var expected = RangeKernel.ScalarDistances(values.AsSpan(0, count), step, 0, long.MaxValue, long.MinValue);

            Assert.Equal(expected, RangeKernel.OfDistances(values.AsSpan(0, count), step));
            Assert.Equal(expected.Min, values[..count].Select((value, i) => value - (i * step)).Min());
        }
    }

    [Fact]
    public void An_overflowing_difference_is_computed_modulo_two_to_the_64()
    {
        var (min, max) = RangeKernel.OfDeltas([long.MaxValue, long.MinValue, 0]);

        Assert.Equal((long.MinValue, 1), (min, max));
        Assert.Equal(64, RangeKernel.Width((ulong)(max - min)));
    }

    [Theory]
    [InlineData(0UL, 0)]
    [InlineData(1UL, 1)]
    [InlineData(255UL, 8)]
    [InlineData(256UL, 9)]
    [InlineData(ulong.MaxValue, 64)]
    public void The_width_is_the_bit_length_of_the_largest_number(ulong largest, int width) => Assert.Equal(width, RangeKernel.Width(largest));
}
