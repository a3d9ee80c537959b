using System.Buffers.Text;

namespace Blittable.Collections.Tests.Numbers;

/// <summary>The decimals of shortest texts found without the texts, compared with those that the framework writes.</summary>
public sealed class ShortestDecimalTests
{
    private const int Count = 400_000;

    /// <summary>Doubles of many shapes, of which only powers of two and those beyond the range of exact powers of ten may be left to their texts.</summary>
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
    public void A_double_has_the_decimal_of_its_shortest_text(string shape)
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
    public void Values_on_borders_are_found_or_left_to_their_texts(double value)
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
    public void A_value_of_a_query_has_the_text_that_the_framework_writes(string shape)
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

    private static byte[] Text(double value)
    {
        var text = new byte[32];
        Utf8Formatter.TryFormat(value, text, out var length);
        return text[..length];
    }
}
