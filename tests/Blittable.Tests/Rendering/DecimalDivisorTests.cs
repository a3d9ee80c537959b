using Blittable.Rendering;

namespace Blittable.Tests.Rendering;

[Trait(Category.Name, Category.Vector)]
public class DecimalDivisorTests
{
    private const ulong MaxMantissa = 1UL << 63;

    [Fact]
    public void A_mantissa_is_split_like_a_division_at_every_scale()
    {
        var random = new Random(20261123);
        for (var scale = 1; scale <= DecimalDivisor.MaxScale; scale++)
        {
            var power = DigitWriterKernel.PowersOfTen[scale];
            AssertSplit(scale, 0);
            AssertSplit(scale, MaxMantissa - 1);
            AssertSplit(scale, MaxMantissa);
            for (var round = 0; round < 20_000; round++)
            {
                // Every length, and neighbors of a multiple, where an inexact reciprocal fails first.
                var mantissa = (ulong)random.NextInt64() >> random.Next(63);
                AssertSplit(scale, mantissa);
                var multiple = mantissa / power * power;
                AssertSplit(scale, multiple);
                AssertSplit(scale, multiple == 0 ? Math.Min(power - 1, MaxMantissa) : multiple - 1);
            }

            // The greatest multiple and its predecessor, where the error of the reciprocal is largest.
            var greatest = MaxMantissa / power * power;
            AssertSplit(scale, greatest);
            AssertSplit(scale, greatest == 0 ? 0 : greatest - 1);
        }
    }

    private static void AssertSplit(int scale, ulong mantissa)
    {
        var (whole, fraction) = Math.DivRem(mantissa, DigitWriterKernel.PowersOfTen[scale]);
        Assert.Equal(whole, new DecimalDivisor(scale).Divide(mantissa, out var rest));
        Assert.Equal(fraction, rest);
    }
}
