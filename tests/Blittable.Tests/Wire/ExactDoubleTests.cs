using System.Globalization;
using Blittable.Wire;

namespace Blittable.Tests.Wire;

[Trait(Category.Name, Category.Vector)]
public class ExactDoubleTests
{
    [Fact]
    public void The_64_bit_path_agrees_with_an_exact_multiplication()
    {
        var random = new Random(1);
        var carried = 0;
        for (var i = 0; i < 20_000; i++)
        {
            var significand = ((ulong)random.NextInt64() >> random.Next(20)) / 10 * 10 + 7;
            var power = random.Next(4) == 0 ? random.Next(-330, 285) : random.Next(-30, 6);
            var value = double.Parse(FormattableString.Invariant($"{significand}e{power}"), CultureInfo.InvariantCulture);
            var expected = value != 0 && ExactDouble.CarriesWide(value, significand, power);
            Assert.Equal(expected, ExactDouble.Carries(value, significand, power));
            carried += expected ? 1 : 0;
        }

        Assert.InRange(carried, 2_000, 18_000);
    }

    [Fact]
    public void A_double_represents_the_text_printed_from_it_with_17_digits()
    {
        var random = new Random(2);
        for (var i = 0; i < 20_000; i++)
        {
            var value = Math.ScaleB(1 + random.NextDouble(), random.Next(-80, 80));
            var text = value.ToString("e16", CultureInfo.InvariantCulture);
            var significand = ulong.Parse(text[0] + text[2..18], CultureInfo.InvariantCulture);
            Assert.True(ExactDouble.Carries(value, significand, int.Parse(text[19..], CultureInfo.InvariantCulture) - 16));
        }
    }
}
