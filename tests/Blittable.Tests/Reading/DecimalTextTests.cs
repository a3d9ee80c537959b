using System.Globalization;
using System.Text;
using Blittable.Reading;

namespace Blittable.Tests.Reading;

[Trait(Category.Name, Category.Vector)]
public class DecimalTextTests
{
    [Fact]
    public void A_number_consists_of_the_digits_of_its_mantissa_and_a_decimal_point()
    {
        var random = new Random(8);
        var buffer = new byte[300];
        for (var i = 0; i < 20_000; i++)
        {
            var mantissa = (ulong)random.NextInt64() >> random.Next(64);
            var fractionDigits = random.Next(4) == 0 ? 0 : random.Next(random.Next(1, 256));
            var isNegative = random.Next(2) == 0;
            var expected = Slow(mantissa, isNegative, fractionDigits);

            Assert.True(DecimalText.TryFormat(mantissa, isNegative, fractionDigits, buffer, out var written));
            Assert.Equal(expected, Encoding.ASCII.GetString(buffer, 0, written));
            Assert.Equal(expected, DecimalText.ToString(mantissa, isNegative, fractionDigits));
            Assert.False(DecimalText.TryFormat(mantissa, isNegative, fractionDigits, buffer.AsSpan(0, expected.Length - 1), out written));
            Assert.Equal(0, written);
        }
    }

    [Fact]
    public void Digits_are_counted_correctly_at_every_power_of_ten()
    {
        Assert.Equal(1, DecimalText.CountDigits(0));
        Assert.Equal(20, DecimalText.CountDigits(ulong.MaxValue));
        ulong power = 1;
        for (var digits = 1; digits <= 20; digits++)
        {
            Assert.Equal(digits, DecimalText.CountDigits(power));
            Assert.Equal(Math.Max(digits - 1, 1), DecimalText.CountDigits(power - 1));
            power = digits < 20 ? power * 10 : power;
        }
    }

    private static string Slow(ulong mantissa, bool isNegative, int fractionDigits)
    {
        var digits = mantissa.ToString(CultureInfo.InvariantCulture).PadLeft(fractionDigits + 1, '0');
        return (isNegative ? "-" : "") + (fractionDigits == 0 ? digits : digits[..^fractionDigits] + "." + digits[^fractionDigits..]);
    }
}
