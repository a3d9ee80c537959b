using Blittable.Writing;

namespace Blittable.Tests.Writing;

[Trait(Category.Name, Category.Vector)]
public sealed unsafe class WholeBytesKernelTests
{
    private const int Longest = 40;

    [Fact]
    public void Ranges_equal_those_of_the_framework()
    {
        var random = new Random(1);
        for (var count = 1; count <= Longest; count++)
        {
            for (var shift = 0; shift < 32; shift += 3)
            {
                var wide = Enumerable.Range(0, count).Select(_ => random.NextInt64(long.MinValue, long.MaxValue) >> shift).ToArray();
                var narrow = wide.Select(value => (int)value).ToArray();
                Assert.Equal((wide.Min(), wide.Max()), WholeBytesKernel.Range<long>(wide));
                Assert.Equal((narrow.Min(), narrow.Max()), WholeBytesKernel.Range<int>(narrow));
            }
        }

        Assert.Equal((int.MinValue, int.MaxValue), WholeBytesKernel.Range<int>([int.MaxValue, 0, 0, 0, 0, 0, 0, 0, int.MinValue]));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    [InlineData(1_700_000_000_000L)]
    [InlineData(long.MinValue)]
    public void Numbers_are_their_distances_from_the_minimum(long least)
    {
        var random = new Random(2);
        for (var size = 1; size <= sizeof(long); size++)
        {
            for (var count = 0; count <= Longest; count++)
            {
                var distances = Enumerable.Range(0, count).Select(_ => random.NextInt64(long.MinValue, long.MaxValue) & (long)(ulong.MaxValue >> (64 - (8 * size)))).ToArray();
                Check(distances.Select(distance => least + distance).ToArray(), least, size, distances);
                if (least >= int.MinValue && least <= 0)
                {
                    var narrow = distances.Select(distance => distance & (size < sizeof(uint) ? distance : int.MaxValue)).ToArray();
                    Check(narrow.Select(distance => (int)(least + distance)).ToArray(), least, size, narrow);
                }
            }
        }
    }

    private static void Check<T>(T[] values, long least, int size, long[] distances)
        where T : unmanaged
    {
        var expected = distances.SelectMany(distance => BitConverter.GetBytes(distance)[..size]).ToArray();
        var bytes = new byte[expected.Length + sizeof(long)];
        fixed (byte* start = bytes)
        {
            Assert.Equal(expected.Length, WholeBytesKernel.Write<T>(start, values, least, size) - start);
            Assert.Equal(expected, bytes[..expected.Length]);
            Assert.Equal(expected.Length, WholeBytesKernel.WriteScalar<T>(start, values, least, size) - start);
            Assert.Equal(expected, bytes[..expected.Length]);
        }
    }
}
