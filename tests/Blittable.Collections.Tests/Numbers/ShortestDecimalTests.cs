using System.Buffers.Text;
using System.Runtime.Intrinsics;
using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Tests.Numbers;

/// <summary>Compares the shortest decimals found without formatting with the texts that .NET writes.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class ShortestDecimalTests
{
    private const int Count = 400_000;

    /// <summary>Doubles of many kinds. Only powers of two and values beyond the exact powers of ten may be left to formatting.</summary>
    private static readonly Dictionary<string, Func<Random, double>> Shapes = new()
    {
        ["fractions"] = random => random.NextDouble(),
        ["prices"] = random => random.Next(1_000_000) / 100.0,
        ["quotients"] = random => random.Next(1_000_000) / 977.0,
        ["sums"] = random => random.Next(100) + (random.Next(1000) * 0.1),
        ["large"] = random => random.NextDouble() * Math.Pow(10, random.Next(17)),
        ["small"] = random => random.NextDouble() * Math.Pow(10, -random.Next(4)),
        ["any"] = random => BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue)),
        ["neighbours of decimals"] = random => Math.BitIncrement(random.Next(1_000_000) / 1000.0),
        ["neighbours of powers of two"] = random => Math.ScaleB(1, random.Next(-14, 53)) * (1 + (random.Next(-2, 3) * Math.ScaleB(1, -52))),
    };

    public static TheoryData<string> Names => [.. Shapes.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void The_decimal_of_a_double_equals_its_shortest_text(string shape)
    {
        var random = new Random(41);
        var found = 0;
        for (var i = 0; i < Count; i++)
        {
            var value = Shapes[shape](random) * (i % 3 == 0 ? -1 : 1);
            if (!double.IsFinite(value) || !ShortestDecimal.TryGet(value, out var mantissa, out var exponent))
            {
                continue;
            }

            found++;
            Assert.True(exponent == 0 || (exponent < 0 && mantissa % 10 != 0), $"{value:R}: {mantissa}e{exponent}");
            Assert.True(ExactNumber.Parse(Text(value)).Equals(new ExactNumber(mantissa, exponent)), $"{value:R}: {mantissa}e{exponent}");
        }

        Assert.True(shape == "any" || found > Count * 7 / 10, $"{found} of {Count}");
    }

    [Theory]
    [InlineData(0.5)]
    [InlineData(0.25)]
    [InlineData(-0.125)]
    [InlineData(1e15)]
    [InlineData(9007199254740991.0)]
    [InlineData(9007199254740994.0)]
    [InlineData(7.340468972614254)]
    [InlineData(0.30000000000000004)]
    [InlineData(-0.0)]
    [InlineData(123456789.125)]
    public void Borderline_values_are_exact_or_left_to_the_text(double value)
    {
        if (ShortestDecimal.TryGet(value, out var mantissa, out var exponent))
        {
            Assert.Equal(ExactNumber.Parse(Text(value)), new ExactNumber(mantissa, exponent));
        }
    }

    [Theory]
    [InlineData("neighbours of decimals")]
    [InlineData("large")]
    [InlineData("small")]
    [InlineData("any")]
    public void A_query_value_has_the_text_that_the_framework_writes(string shape)
    {
        var random = new Random(42);
        for (var i = 0; i < Count / 8; i++)
        {
            var value = Shapes[shape](random);
            if (double.IsFinite(value))
            {
                Assert.Equal(System.Text.Encoding.ASCII.GetString(Text(value)), QueryValue.FromDouble(value).ToString());
            }
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Doubles_split_by_vectors_equal_their_shortest_decimals(string shape)
    {
        var random = new Random(43);
        var values = new double[1021];
        var (parts, split, allowed) = (new Vector128<long>[1024], new ulong[16], new ulong[16]);
        var found = 0;
        for (var turn = 0; turn < 40; turn++)
        {
            for (var i = 0; i < values.Length; i++)
            {
                values[i] = (i % 97) switch { 0 => 0, 1 => double.NaN, 2 => double.NegativeInfinity, 3 => -0.0, 4 => random.Next(-9, 9), _ => Shapes[shape](random) * (i % 3 == 0 ? -1 : 1) };
            }

            foreach (ref var word in allowed.AsSpan())
            {
                word = (ulong)random.NextInt64(long.MinValue, long.MaxValue) | (ulong)random.NextInt64(long.MinValue, long.MaxValue);
            }

            allowed[^1] &= (1UL << (values.Length % 64)) - 1;

            var top = DecimalKernel.TopExponent(values, allowed);
            if (!(turn % 2 == 0 ? DecimalFrame.TryOfSums(top, out var frame) : DecimalFrame.TryOfProducts(top, out frame)))
            {
                continue;
            }

            DecimalKernel.Split(values, allowed, frame, parts, split);
            for (var i = 0; i < values.Length; i++)
            {
                var (high, low, rows) = DecimalKernel.ReadSum(parts[i]);
                var isSplit = (split[i >> 6] >> i & 1) != 0;
                Assert.Equal(isSplit ? 1 : 0, rows);
                Assert.True(!isSplit || (allowed[i >> 6] >> i & 1) != 0);
                found += (int)rows;
                var number = ExactNumber.Of(((System.Numerics.BigInteger)high * System.Numerics.BigInteger.Pow(10, frame.LowDigits)) + low, -frame.Scale);
                Assert.True(isSplit ? ExactNumber.Parse(Text(values[i])).Equals(number) : number.IsZero, $"{values[i]:R}: {number.ToText()}");
            }
        }

        Assert.True(shape is "any" or "small" or "large" || found > 5 * values.Length || !DecimalKernel.IsSupported, $"{found}");
    }

    [Fact]
    public void Split_parts_of_negative_and_positive_rows_are_counted_and_multiplied()
    {
        var random = new Random(44);
        Assert.True(DecimalFrame.TryOfProducts(1023 + 9, out var frame));
        var values = Array.ConvertAll(new double[1000], _ => (random.NextDouble() * 2000) - 1000);
        var (parts, split, allowed) = (new Vector128<long>[1000], new ulong[16], new ulong[16]);
        allowed.AsSpan().Fill(ulong.MaxValue);
        var factors = Array.ConvertAll(values, _ => random.NextInt64(-DecimalFrame.MostFactor, DecimalFrame.MostFactor + 1));
        DecimalKernel.Split(values, allowed, frame, parts, split);
        DecimalKernel.Multiply(parts, factors);
        var expected = System.Numerics.BigInteger.Zero;
        var count = 0;
        for (var i = 0; i < values.Length; i++)
        {
            if ((split[i >> 6] >> i & 1) != 0)
            {
                count++;
                var (mantissa, exponent) = ExactNumber.Parse(Text(values[i])).Parts();
                expected += mantissa * System.Numerics.BigInteger.Pow(10, (int)exponent + frame.Scale) * factors[i];
            }
        }

        var (high, low, rows) = DecimalKernel.ReadSum(DecimalKernel.Sum(parts));
        Assert.Equal(count, rows);
        Assert.Equal(expected, ((System.Numerics.BigInteger)high * System.Numerics.BigInteger.Pow(10, frame.LowDigits)) + low);
    }

    private static byte[] Text(double value)
    {
        var text = new byte[32];
        Utf8Formatter.TryFormat(value, text, out var length);
        return text[..length];
    }
}
