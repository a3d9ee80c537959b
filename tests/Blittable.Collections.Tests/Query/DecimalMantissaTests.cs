using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests the conversion of doubles of any magnitude to the mantissas of their shortest decimals.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class DecimalMantissaTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(64)]
    [InlineData(1001)]
    public void Mantissas_are_those_of_the_shortest_texts(int count)
    {
        var random = new Random(count);
        var values = Enumerable.Range(0, count).Select(row => Value(random, row)).ToArray();
        var mantissas = new long[count];
        var found = new ulong[MaskKernel.Words(count)];
        var (exponents, trailing) = (new int[count], new ulong[found.Length]);
        found.AsSpan().Fill(ulong.MaxValue);
        trailing.AsSpan().Fill(ulong.MaxValue);

        DecimalKernel.ToMantissas(values, mantissas, exponents, found, trailing);

        for (var row = 0; row < count; row++)
        {
            if (MaskKernel.IsSet(found, row))
            {
                Assert.Equal(ExactNumber.OfDouble(values[row]), new ExactNumber(mantissas[row], exponents[row]));
                Assert.True(exponents[row] == 0 || MaskKernel.IsSet(trailing, row) || mantissas[row] % 10 != 0, $"{values[row]:R}");
                Assert.True(exponents[row] <= 0, $"{values[row]:R}");
            }
            else
            {
                Assert.True(!DecimalKernel.IsSupported || !IsPlain(values[row]), $"{values[row]:R}");
            }
        }

        Assert.Equal(0, MaskKernel.Count(found) - Enumerable.Range(0, count).Count(row => MaskKernel.IsSet(found, row)));
        Assert.Equal(0, MaskKernel.Count(trailing) - Enumerable.Range(0, count).Count(row => MaskKernel.IsSet(trailing, row)));
    }

    /// <summary>Determines whether a double is none of the cases that the kernel leaves out: integers beyond 53 bits, tiny numbers, and powers of two.</summary>
    private static bool IsPlain(double value) =>
        value != 0 && ShortestDecimal.Digits(value) >= 0 && ShortestDecimal.TryGet(value, out _, out _) && (BitConverter.DoubleToInt64Bits(value) & ((1L << 52) - 1)) != 0;

    private static double Value(Random random, int row) => (row % 8) switch
    {
        0 => (random.NextDouble() - 0.5) * 2000,
        1 => Math.Round(random.NextDouble() * 100, random.Next(6)),
        2 => random.NextDouble() * Math.Pow(10, random.Next(-30, 30)),
        3 => Math.ScaleB(1, random.Next(-80, 80)),
        4 => random.Next(100),
        5 => -(random.NextInt64(1L << 53) / 4.0),
        6 => Math.BitIncrement(Math.ScaleB(1, random.Next(-40, 40))),
        _ => 9_007_199_254_740_991 / Math.Pow(10, random.Next(0, 16)),
    };
}
