using Blittable.Layout;
using Blittable.Writing;

namespace Blittable.Tests.Writing;

/// <summary>Compares the vector operations on columns of number arrays with their scalar twins.</summary>
[Trait(Category.Name, Category.Vector)]
public class DecimalKernelsTests
{
    private const int Rounds = 3000;

    [Fact]
    public void Numbers_are_split_like_the_scalar_twin_splits_them()
    {
        ForRandomColumns((values, random) =>
        {
            var exponent = random.Next(1, 19);
            long[] highs = new long[values.Length], lows = new long[values.Length];
            long[] expectedHighs = new long[values.Length], expectedLows = new long[values.Length];
            DecimalSplitKernel.SplitScalar(values, exponent, expectedHighs, expectedLows);
            DecimalSplitKernel.Split(values, exponent, highs, lows);
            Assert.Equal(expectedHighs, highs);
            Assert.Equal(expectedLows, lows);
            Assert.All(values, (value, i) => Assert.Equal(value, highs[i] * PowerOfTen.Int64s[exponent] + lows[i]));
        });
    }

    [Fact]
    public void Scales_equal_those_of_the_scalar_twin()
    {
        ForRandomColumns((values, random) =>
        {
            var scales = RandomScales(values.Length, random);
            var expected = DecimalUnifyKernel.ExamineScalar(values, scales, out var isTrimmed, out var isTrimmedToOne);
            Assert.Equal(expected, DecimalUnifyKernel.Examine(values, scales, out var vectorTrimmed, out var vectorTrimmedToOne));
            Assert.Equal((isTrimmed, isTrimmedToOne), (vectorTrimmed, vectorTrimmedToOne));
        });
    }

    [Fact]
    public void A_trimmed_column_has_no_trailing_fraction_zeros()
    {
        var scales = new byte[16];
        var values = new long[16];
        Array.Fill(values, 11);
        Array.Fill(scales, (byte)1);
        (long Value, int Scale, bool IsTrimmed, bool IsTrimmedToOne)[] cases =
            [(10, 0, true, false), (10, 1, false, true), (-10, 2, false, false), (0, 2, false, false), (7, 2, true, true)];
        foreach (var (value, scale, trimmed, trimmedToOne) in cases)
        {
            (values[5], scales[5]) = (value, (byte)scale);
            Assert.Equal(2UL | 1UL << scale, DecimalUnifyKernel.Examine(values, scales, out var isTrimmed, out var isTrimmedToOne));
            Assert.Equal((trimmed, trimmedToOne), (isTrimmed, isTrimmedToOne));
        }
    }

    [Fact]
    public void Numbers_are_rescaled_like_the_scalar_twin_rescales_them()
    {
        var scaled = 0;
        ForRandomColumns((values, random) =>
        {
            var scales = RandomScales(values.Length, random);
            var scale = Math.Max((int)scales.Max(), random.Next(19));
            var expected = (long[])values.Clone();
            var fits = DecimalUnifyKernel.TryScaleScalar(expected, scales, scale);
            Assert.Equal(fits, DecimalUnifyKernel.TryScale(values, scales, scale));
            if (fits)
            {
                Assert.Equal(expected, values);
                scaled++;
            }
        });
        Assert.InRange(scaled, Rounds / 10, Rounds - Rounds / 10);
    }

    [Fact]
    public void Offsets_are_differences_at_every_length()
    {
        ForRandomColumns((values, random) =>
        {
            var (origin, otherOrigin, width) = (random.NextInt64(), random.NextInt64(), random.Next(1, 60));
            var others = values.Select(_ => random.NextInt64()).ToArray();
            var expected = values.Select(value => value - origin).ToArray();
            var joined = values.Select((value, i) => (value - origin) | (others[i] - otherOrigin) << width).ToArray();
            var subtracted = (long[])values.Clone();
            OffsetKernel.Subtract(subtracted, origin);
            Assert.Equal(expected, subtracted);
            OffsetKernel.Join(values, origin, others, otherOrigin, width);
            Assert.Equal(joined, values);
        });
    }

    private static byte[] RandomScales(int count, Random random)
    {
        var most = random.Next(1, 19);
        return [.. Enumerable.Range(0, count).Select(_ => (byte)random.Next(most))];
    }

    private static void ForRandomColumns(Action<long[], Random> check)
    {
        var random = new Random(9);
        for (var round = 0; round < Rounds; round++)
        {
            var shift = random.Next(64);
            var tens = random.Next(2) == 0 ? 1 : 10;
            var count = random.Next(1, 40);
            check([.. Enumerable.Range(0, count).Select(_ => (random.NextInt64(long.MinValue + 1, long.MaxValue) >> shift) / tens * tens)], random);
        }
    }
}
