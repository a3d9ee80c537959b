using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Tests.Query;

[Trait(Category.Name, Category.Vector)]
public sealed class MantissaKernelTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(7)]
    [InlineData(1000)]
    public void Integers_are_added_and_subtracted(int count)
    {
        var random = new Random(count);
        var values = Numbers(random, count);
        var others = Numbers(random, count);
        var (sums, differences, magnitudes) = (values.ToArray(), values.ToArray(), values.ToArray());

        MantissaKernel.Add(sums, others);
        MantissaKernel.Subtract(differences, others);
        MantissaKernel.Abs(magnitudes);

        Assert.Equal(values.Zip(others, (value, other) => unchecked(value + other)), sums);
        Assert.Equal(values.Zip(others, (value, other) => unchecked(value - other)), differences);
        Assert.Equal(values.Select(value => value == long.MinValue ? value : Math.Abs(value)), magnitudes);
    }

    private static long[] Numbers(Random random, int count) =>
        [.. Enumerable.Range(0, count).Select(row => row % 9 == 0 ? long.MinValue : random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64))];
}
