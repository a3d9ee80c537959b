using System.Globalization;
using Blittable.Writing;

namespace Blittable.Tests.Writing;

/// <summary>Compares the conversion of doubles to decimals with its scalar twin, and with the texts of the doubles.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class ShortDoubleKernelTests
{
    private static readonly double[] s_others =
        [-0.0, double.NaN, double.NegativeInfinity, double.MaxValue, double.Epsilon, 1e15, -1e15, 999_999_999_999_999, 0.0001, 0.00005, -0.00005, 1 / 3.0, 0.1 + 0.2, 1e300, 0.5, 1 / 1024.0];

    [Fact]
    public void Doubles_are_converted_like_the_scalar_twin_converts_them()
    {
        var random = new Random(5);
        var converted = 0;
        for (var round = 0; round < 5000; round++)
        {
            var digits = random.Next(ShortDoubleKernel.MaxDigits + 1);
            var values = Values(random, digits);
            long[] expected = new long[values.Length], mantissas = new long[values.Length];
            var (expectedZeros, expectedLeast) = (0, (long)ShortDoubleKernel.MostShort);

            var end = ShortDoubleKernel.ConvertScalar(values, digits, expected, ref expectedZeros, ref expectedLeast);

            Assert.Equal(end, ShortDoubleKernel.Convert(values, digits, mantissas, out var zeros, out var least));
            if (end == values.Length)
            {
                converted++;
                Assert.Equal(expected, mantissas);
                Assert.Equal((expectedZeros, expectedLeast), (zeros, least));
            }
        }

        Assert.InRange(converted, 1000, 4500);
    }

    [Fact]
    public void A_double_is_converted_if_its_text_has_at_most_that_many_digits()
    {
        var random = new Random(6);
        for (var round = 0; round < 5000; round++)
        {
            var digits = random.Next(ShortDoubleKernel.MaxDigits + 1);
            var mantissas = new long[4];
            double[] values = [.. Enumerable.Repeat(random.Next(8) == 0 ? s_others[random.Next(s_others.Length)] : Short(random, random.Next(12)), 4)];
            var text = values[0].ToString(CultureInfo.InvariantCulture);
            var fraction = text.Contains('.', StringComparison.Ordinal) ? text.Length - text.IndexOf('.', StringComparison.Ordinal) - 1 : 0;
            var isShort = text.All(letter => letter is '-' or '.' or (>= '0' and <= '9')) && text != "-0" && fraction <= digits
                && Math.Abs(values[0]) * Math.Pow(10, digits) < ShortDoubleKernel.MostShort;

            Assert.Equal(isShort ? 4 : 0, ShortDoubleKernel.Convert(values, digits, mantissas, out var zeros, out _));
            if (isShort)
            {
                Assert.Equal(decimal.Parse(text, CultureInfo.InvariantCulture), mantissas[0] / (decimal)Math.Pow(10, digits));
                Assert.Equal(mantissas[0] % 10 == 0 ? 4 : 0, zeros);
            }
        }
    }

    [Fact]
    public void A_sample_is_long_only_if_no_double_of_it_is_short()
    {
        double[] sample = [.. Enumerable.Range(1, ShortDoubleKernel.Sample).Select(i => i / 7.0)];
        sample[6] = 8 / 9.0;
        Assert.True(ShortDoubleKernel.AreLong(sample));
        for (var i = 0; i < sample.Length; i++)
        {
            foreach (var other in (double[])[0.5, 0, 1e15, 1e300, 123.456, 0.000_000_001, double.PositiveInfinity, 1 / 1024.0])
            {
                double[] changed = [.. sample];
                changed[i] = other;
                Assert.False(ShortDoubleKernel.AreLong(changed), $"{other} at {i}");
            }
        }
    }

    private static double[] Values(Random random, int digits)
    {
        double[] values = [.. Enumerable.Range(0, random.Next(70)).Select(_ => Short(random, digits))];
        if (values.Length > 0 && random.Next(2) == 0)
        {
            values[random.Next(values.Length)] = s_others[random.Next(s_others.Length)];
        }

        return values;
    }

    private static double Short(Random random, int digits) => random.NextInt64(-1L << random.Next(50), 1L << random.Next(50)) / Math.Pow(10, digits);
}
