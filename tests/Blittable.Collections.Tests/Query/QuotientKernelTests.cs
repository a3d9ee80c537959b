using System.Numerics;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares divisions of doubles with divisions of integers, up to the largest integers that are exact as doubles.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class QuotientKernelTests
{
    private static readonly long[] s_units = [2, 10, 100, 1000, 86_400, 10_000_000_000, 1L << 52];

    public static TheoryData<int> Lengths => [0, 1, 3, 4, 7, 64, 1001];

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Values_are_mapped_to_intervals_and_cycles(int count)
    {
        var random = new Random(count);
        foreach (var start in (long[])[0, -7, long.MinValue, long.MaxValue - QuotientKernel.Most, 123_456_789])
        {
            foreach (var width in (long[])[1, 3, .. s_units])
            {
                var values = Numbers(random, count, width).Select(value => start + Math.Abs(value)).ToArray();
                var (intervals, cycles) = (new long[count], new long[count]);
                QuotientKernel.ToIntervals(values, start, width, -5, 3, intervals);
                QuotientKernel.ToCycles(values, start, width, 24, cycles);
                Assert.Equal(values.Select(value => -5 + (3 * ((value - start) / width))), intervals);
                Assert.Equal(values.Select(value => (value - start) / width % 24), cycles);

                QuotientKernel.ToIntervalsScalar(values, start, width, -5, 3, intervals);
                QuotientKernel.ToCyclesScalar(values, start, width, 24, cycles);
                Assert.Equal(values.Select(value => -5 + (3 * ((value - start) / width))), intervals);
                Assert.Equal(values.Select(value => (value - start) / width % 24), cycles);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Values_are_rounded_in_each_direction(int count)
    {
        var random = new Random(count);
        foreach (var unit in s_units)
        {
            foreach (var rounding in Enum.GetValues<Rounding>())
            {
                var values = Array.ConvertAll(Numbers(random, count, unit), value => Math.Clamp(value, unit - QuotientKernel.Most, QuotientKernel.Most - unit));
                var (rounded, scalar) = (values.ToArray(), values.ToArray());
                QuotientKernel.Round(rounded, unit, rounding, 7);
                QuotientKernel.RoundScalar(scalar, unit, rounding, 7);
                var expected = Array.ConvertAll(values, value => 7 * Expected(value, unit, rounding));
                Assert.Equal(expected, rounded);
                Assert.Equal(expected, scalar);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Remainders_have_the_sign_of_the_dividend(int count)
    {
        var random = new Random(count);
        foreach (var unit in s_units)
        {
            var values = Numbers(random, count, unit);
            var divisors = Array.ConvertAll(Numbers(random, count, random.Next(1, 1000)), value => random.Next(3) == 0 ? unit : value == 0 ? -1 : value);
            var (rests, scalar) = (values.ToArray(), values.ToArray());
            QuotientKernel.Remainder(rests, divisors);
            QuotientKernel.RemainderScalar(scalar, divisors);
            Assert.Equal(values.Select((value, row) => value % divisors[row]), rests);
            Assert.Equal(rests, scalar);
        }
    }

    /// <summary>Returns random integers, many of them near multiples of a unit or near the limit.</summary>
    private static long[] Numbers(Random random, int count, long unit) =>
    [
        .. Enumerable.Range(0, count).Select(row => (row % 5) switch
        {
            0 => random.NextInt64(-QuotientKernel.Most, QuotientKernel.Most + 1),
            1 => Math.Clamp((random.NextInt64(QuotientKernel.Most / unit) * unit) + random.Next(-1, 2), -QuotientKernel.Most, QuotientKernel.Most),
            2 => (QuotientKernel.Most - random.Next(3)) * (random.Next(2) == 0 ? 1 : -1),
            3 => random.Next(-1000, 1000),
            _ => Math.Clamp(-(random.NextInt64(QuotientKernel.Most / unit) * unit) + (unit / 2) + random.Next(-1, 2), -QuotientKernel.Most, QuotientKernel.Most),
        }),
    ];

    private static long Expected(long value, long unit, Rounding rounding)
    {
        var quotient = BigInteger.DivRem(value, unit, out var rest);
        return (long)(rounding switch
        {
            Rounding.Floor => rest.Sign < 0 ? quotient - 1 : quotient,
            Rounding.Ceiling => rest.Sign > 0 ? quotient + 1 : quotient,
            _ => BigInteger.Abs(rest) * 2 >= unit ? quotient + rest.Sign : quotient,
        });
    }
}
