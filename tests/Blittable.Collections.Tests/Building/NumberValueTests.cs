using System.Globalization;
using System.Text;
using Blittable.Collections;
using Blittable.Collections.Numbers;
using Blittable.Reading;

namespace Blittable.Collections.Tests.Building;

[Trait(Category.Name, Category.Vector)]
public sealed class NumberValueTests
{
    /// <summary>The check without formatting may miss a shortest text, but every text it accepts must be the one that .NET writes.</summary>
    [Fact]
    public void A_decimal_reported_as_shortest_is_the_shortest_text_of_its_double()
    {
        var random = new Random(31);
        var clear = 0;
        Span<byte> text = stackalloc byte[StoredNumber.MaxFormattedLength];
        for (var i = 0; i < 100_000; i++)
        {
            var mantissa = random.NextInt64(1L << random.Next(1, 63)) * (random.Next(2) == 0 ? 1 : -1);
            var fractionDigits = random.Next(19);
            if (!NumberValue.IsShortest(mantissa, fractionDigits))
            {
                continue;
            }

            clear++;
            StoredNumber.OfDecimal(mantissa, fractionDigits).TryFormat(text, out var length);
            var value = double.Parse(text[..length], CultureInfo.InvariantCulture);
            Assert.True(NumberValue.IsShortest(value, text[..length]), Encoding.ASCII.GetString(text[..length]));
        }

        Assert.InRange(clear, 10_000, 90_000);
    }

    [Theory]
    [InlineData(0, 0, true)]
    [InlineData(1, 4, true)]
    [InlineData(1, 5, false)]
    [InlineData(10, 1, false)]
    [InlineData(999_999_999_999_999, 0, true)]
    [InlineData(1_000_000_000_000_000, 0, false)]
    public void Exponents_trailing_zeros_and_sixteen_digits_are_not_recognized_as_shortest(long mantissa, int fractionDigits, bool isClear) =>
        Assert.Equal(isClear, NumberValue.IsShortest(mantissa, fractionDigits));
}
