using Blittable.Collections.Numbers;

namespace Blittable.Collections.Tests.Numbers;

public sealed class FrequentDivisorTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(10)]
    [InlineData(36)]
    [InlineData(1_000_000)]
    [InlineData(3_600_000)]
    [InlineData(999_999_999_999_999_989)]
    [InlineData(1_000_000_000_000_000_000)]
    [InlineData(long.MaxValue)]
    [InlineData(1L << 62)]
    [InlineData((1L << 62) - 1)]
    public void Quotients_are_those_of_single_divisions(long divisor)
    {
        var random = new Random(1);
        var frequent = new FrequentDivisor((ulong)divisor);
        var found = 0;
        const int count = 20_000;
        for (var i = 0; i < count; i++)
        {
            var value = Number(random, divisor, i);
            if (!frequent.TryDivide((ulong)value, out var quotient, out var exponent))
            {
                continue;
            }

            found++;
            var expected = ExactNumber.Quotient(value, divisor, out var expectedExponent);
            Assert.Equal(ExactNumber.Of(expected, expectedExponent), ExactNumber.Of(quotient, exponent));
            Assert.True(quotient <= UInt128.Parse("1" + new string('0', ExactNumber.MostDigits), System.Globalization.CultureInfo.InvariantCulture));
        }

        // Some integers are multiples of the divisor.
        Assert.InRange(found, count / 2, count);
    }

    [Fact]
    public void Exact_quotients_are_left_to_the_general_method()
    {
        Assert.False(new FrequentDivisor(3).TryDivide(9, out _, out _));
        Assert.False(new FrequentDivisor(36).TryDivide(18, out _, out _));
        Assert.True(new FrequentDivisor(3).TryDivide(10, out var third, out var exponent));
        Assert.Equal((UInt128.Parse("33333333333333333333333333333333333333", System.Globalization.CultureInfo.InvariantCulture), -37), (third, exponent));
    }

    private static long Number(Random random, long divisor, int i)
    {
        var number = random.NextInt64(1, long.MaxValue) >> random.Next(62);
        return Math.Max(1, (i % 4) switch
        {
            0 => number,

            // Near the powers of ten times the divisor, where the number of digits changes.
            1 => (long)Int128.Clamp(((Int128)divisor * (long)Math.Pow(10, random.Next(18))) + random.Next(-2, 3), 1, long.MaxValue),
            2 => (divisor / (long)Math.Pow(10, random.Next(18))) + random.Next(-2, 3),
            _ => random.NextInt64(1, 100_000),
        });
    }
}
