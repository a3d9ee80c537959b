using Blittable.Reading;

namespace Blittable.Tests.Reading;

[Trait(Category.Name, Category.Vector)]
public sealed class WideningKernelTests
{
    private const int Longest = 40;

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(-100_000)]
    [InlineData(int.MinValue)]
    [InlineData(1_700_000_000_000L)]
    [InlineData(long.MinValue)]
    public void Integers_are_the_sums_of_the_base_and_the_numbers(long least)
    {
        var random = new Random(1);
        foreach (var size in new[] { 1, 2, 4 })
        {
            for (var count = 0; count <= Longest; count++)
            {
                var numbers = Enumerable.Range(0, count).Select(_ => (uint)random.NextInt64(1L << (8 * size))).ToArray();
                var stored = numbers.SelectMany(number => BitConverter.GetBytes(number)[..size]).ToArray();
                var expected = numbers.Select(number => least + number).ToArray();
                var wide = new long[count];
                Assert.True(WideningKernel.TryWiden<long>(stored, size, least, wide));
                Assert.Equal(expected, wide);
                Array.Clear(wide);
                WideningKernel.WidenScalar<long>(stored, size, least, wide);
                Assert.Equal(expected, wide);

                var narrow = new int[count];
                var fits = least is >= int.MinValue and <= int.MaxValue && least + (uint.MaxValue >> (32 - (8 * size))) <= int.MaxValue;
                Assert.Equal(fits, WideningKernel.TryWiden<int>(stored, size, least, narrow));
                Assert.Equal(fits ? expected.Select(value => (int)value) : new int[count], narrow);
            }
        }
    }

    [Theory]
    [InlineData(1, int.MaxValue - 255L, true)]
    [InlineData(1, int.MaxValue - 254L, false)]
    [InlineData(2, int.MaxValue - 65_535L, true)]
    [InlineData(2, int.MaxValue - 65_534L, false)]
    [InlineData(4, int.MinValue, true)]
    [InlineData(4, int.MinValue + 1L, false)]
    [InlineData(1, int.MinValue - 1L, false)]
    public void A_sum_that_might_overflow_is_refused(int size, long least, bool fits)
    {
        var integer = new int[1];
        var stored = Enumerable.Repeat(byte.MaxValue, size).ToArray();
        Assert.Equal(fits, WideningKernel.TryWiden<int>(stored, size, least, integer));
        Assert.Equal(fits ? int.MaxValue : 0, integer[0]);
        Assert.False(WideningKernel.TryWiden<long>(stored, size, long.MaxValue - 1, new long[1]));
    }
}
