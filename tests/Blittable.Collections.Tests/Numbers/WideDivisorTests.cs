using Blittable.Collections.Numbers;

namespace Blittable.Collections.Tests.Numbers;

public sealed class WideDivisorTests
{
    [Fact]
    public void Quotients_and_remainders_are_those_of_128_bit_division()
    {
        var random = new Random(5);
        for (var i = 0; i < 200_000; i++)
        {
            var divisor = Math.Max(1, Number(random));
            var left = Number(random) % divisor;
            var right = Number(random);

            var quotient = new WideDivisor(divisor).Divide(left, right, out var rest);

            var (expected, expectedRest) = UInt128.DivRem((UInt128)left * right, divisor);
            Assert.Equal(((ulong)expected, (ulong)expectedRest), (quotient, rest));
            Assert.Equal((right / divisor, right % divisor), (new WideDivisor(divisor).Divide(right, out rest), rest));
            Assert.Equal(divisor, new WideDivisor(divisor).Divisor);
        }
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 3)]
    [InlineData(22, 7)]
    [InlineData(-1, 8)]
    [InlineData(long.MaxValue, 3)]
    [InlineData(long.MinValue, long.MaxValue)]
    [InlineData(1, long.MaxValue)]
    [InlineData(2, -999_999_999_999_999_999)]
    [InlineData(0, 5)]
    [InlineData(1_000_000_000_000_000_000, 4)]
    public void Rounded_quotients_are_those_of_division_by_parts(long dividend, long divisor)
    {
        var quotient = ExactNumber.Quotient(dividend, divisor, out var exponent);
        Assert.Equal(ExactNumber.Divide((dividend, 0), (divisor, 0)), ExactNumber.Of(quotient, exponent));
    }

    /// <summary>Quotients less than one start with zeros, which are no digits.</summary>
    [Fact]
    public void Random_quotients_are_those_of_division_by_parts()
    {
        var random = new Random(6);
        for (var i = 0; i < 50_000; i++)
        {
            var (dividend, divisor) = ((long)Number(random), (long)Number(random) is var other && other == 0 ? 1 : other);
            if (i % 3 == 0)
            {
                // Powers of two and five have quotients with few digits.
                divisor = (1L << random.Next(30)) * (long)Math.Pow(5, random.Next(13));
            }

            var quotient = ExactNumber.Quotient(dividend, divisor, out var exponent);
            Assert.Equal(ExactNumber.Divide((dividend, 0), (divisor, 0)), ExactNumber.Of(quotient, exponent));
        }
    }

    /// <summary>Returns a number of random length, often near a power of two.</summary>
    private static ulong Number(Random random)
    {
        var number = (ulong)random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
        return random.Next(3) switch { 0 => number, 1 => (1UL << random.Next(64)) + (ulong)random.Next(3) - 1, _ => ulong.MaxValue - (number >> 32) };
    }
}
