using System.Runtime.InteropServices;
using Blittable.Columns;

namespace Blittable.Collections.Tests.Columns;

[Trait(Category.Name, Category.Vector)]
public sealed class LaneKernelTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    [InlineData(77)]
    public void Values_round_trip_through_lanes(int count)
    {
        Check<int>(count);
        Check<float>(count);
        Check<ulong>(count);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(77)]
    public void Scaled_integers_become_the_quotients_of_double_division(int count)
    {
        var counts = Enumerable.Range(0, count).Select(i => (i - 30) * 123_456_789_012_345L).ToArray();
        var values = new double[count];

        ScaleKernel.ToDoubles(counts, 1000, values);

        Assert.Equal(counts.Select(one => one / 1000.0), values);
    }

    private static void Check<T>(int count)
        where T : unmanaged
    {
        var values = new T[count];
        new Random(count).NextBytes(MemoryMarshal.AsBytes(values.AsSpan()));
        var lanes = new long[count];
        var back = new T[count];

        LaneKernel.Widen<T>(values, lanes);
        LaneKernel.Narrow(lanes, back.AsSpan());

        Assert.Equal(values.Select(Lanes<T>.From), lanes);
        Assert.True(MemoryMarshal.AsBytes(values.AsSpan()).SequenceEqual(MemoryMarshal.AsBytes(back.AsSpan())));
    }
}
