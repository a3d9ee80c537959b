using System.Globalization;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests that values given to a query keep their number and their text.</summary>
public sealed class QueryValueTests
{
    [Theory]
    [InlineData("0.10")]
    [InlineData("10000000000000000000")]
    [InlineData("-1000000000000000000000")]
    [InlineData("79228162514264337593543950330")]
    [InlineData("79228162514264337593543950335")]
    [InlineData("0.0000000000000000000000000001")]
    public void A_decimal_keeps_its_text(string text) => AssertKept(decimal.Parse(text, CultureInfo.InvariantCulture));

    [Fact]
    public void Any_decimal_keeps_its_text()
    {
        var random = new Random(20261129);
        for (var i = 0; i < 20_000; i++)
        {
            // Any number of digits, often with trailing zeros, at any scale.
            var digits = Math.Floor(new decimal(random.Next(), random.Next(), random.Next(), random.Next(2) == 0, 0) / Power(random.Next(29)));
            var zeros = Power(random.Next(10));
            var number = digits <= decimal.MaxValue / zeros && digits >= decimal.MinValue / zeros ? digits * zeros : digits;
            AssertKept(number / Power(random.Next(3) == 0 ? random.Next(29) : 0));
        }

        static decimal Power(int exponent) => (decimal)Math.Pow(10, Math.Min(exponent, 15)) * (exponent > 15 ? (decimal)Math.Pow(10, exponent - 15) : 1);
    }

    [Theory]
    [InlineData(1e15)]
    [InlineData(1e22)]
    [InlineData(-1e21)]
    [InlineData(0.1)]
    [InlineData(1.7976931348623157e308)]
    public void A_double_equals_the_number_of_its_shortest_text(double number)
    {
        QueryValue value = number;

        Assert.Equal(QueryValue.ParseNumber(number.ToString("R", CultureInfo.InvariantCulture)), value);
        Assert.Equal(number, value.GetDouble());
        Assert.Equal(number, double.Parse(value.ToString(), CultureInfo.InvariantCulture));
    }

    private static void AssertKept(decimal number)
    {
        QueryValue value = number;
        var text = number.ToString(CultureInfo.InvariantCulture);

        Assert.Equal(text, value.ToString());
        Assert.Equal(text, value.ToJson());
        Assert.Equal(QueryValue.ParseNumber(text), value);
        Assert.Equal(number, value.GetDecimal());
    }
}
