using System.Numerics;
using Blittable.Collections.Numbers;

namespace Blittable.Collections.Tests.Numbers;

/// <summary>Compares 128-bit arithmetic with arbitrary-precision arithmetic.</summary>
public sealed class SmallArithmeticTests
{
    [Fact]
    public void Arithmetic_on_128_bits_equals_arithmetic_of_any_size()
    {
        var random = new Random(7);
        for (var i = 0; i < 60_000; i++)
        {
            var (left, right) = (Number(random), Number(random));
            var sum = ExactNumber.AddParts(left.Parts(), right.Parts());
            AssertSame(ExactNumber.Round(sum.Mantissa, sum.Exponent), ExactNumber.Add(left, right), left, right);
            if (right.IsZero)
            {
                continue;
            }

            AssertSame(ExactNumber.Divide(left.Parts(), right.Parts()), ExactNumber.Divide(left, right), left, right);
            AssertSame(Remainder(left, right), ExactNumber.Remainder(left, right), left, right);
        }
    }

    private static void AssertSame(in ExactNumber expected, in ExactNumber found, in ExactNumber left, in ExactNumber right)
    {
        var message = $"{left.ToText()} and {right.ToText()}: {expected.ToText()}, found {found.ToText()}";
        Assert.True(expected.Equals(found), message);
        Assert.True(QueryValue.FromNumber(expected).ToString() == QueryValue.FromNumber(found).ToString(), message);
    }

    private static ExactNumber Remainder(in ExactNumber left, in ExactNumber right)
    {
        var (a, b) = (left.Parts(), right.Parts());
        var common = BigInteger.Min(a.Exponent, b.Exponent);
        var one = a.Mantissa * BigInteger.Pow(10, (int)(a.Exponent - common));
        var other = b.Mantissa * BigInteger.Pow(10, (int)(b.Exponent - common));
        return ExactNumber.Round(one % other, common);
    }

    private static ExactNumber Number(Random random)
    {
        var mantissa = random.Next(6) switch
        {
            0 => random.NextInt64(long.MinValue, long.MaxValue),
            1 => long.MinValue + random.Next(3),
            2 => long.MaxValue - random.Next(3),
            3 => random.Next(-3, 4),
            4 => random.Next(-1000, 1000) * 100L,
            _ => (long)Math.Pow(10, random.Next(19)) * (random.Next(2) == 0 ? 1 : -1),
        };
        return new ExactNumber(mantissa, random.Next(4) == 0 ? random.Next(-60, 60) : random.Next(-9, 3));
    }
}
