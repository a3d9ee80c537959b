using System.Globalization;

namespace Blittable.Tests.Reading;

/// <summary>Numbers that are stored in the forms of IEEE 754, alone and in number arrays. Their shortest text decides which types can represent them.</summary>
public sealed class FloatingPointNumberTests
{
    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Floating_point_numbers_are_read_as_decimals_and_integers_by_their_text(BlittableMode mode)
    {
        var random = new Random(11);
        double[] numbers =
        [
            0, -0.0, 1, -1, 5, 0.30000000000000004, 9007199254740992, 123456789.12345679, 99999999999999, 1e15, 1e16, long.MaxValue, 1e28, 1e30, 255, 256, 16777216,
            double.MaxValue, double.Epsilon, .. Enumerable.Range(0, 400).Select(_ => random.Next(-1000, 100_000) / (double)(1 << random.Next(8))),
            .. Enumerable.Range(0, 400).Select(_ => BitConverter.Int64BitsToDouble(random.NextInt64())).Where(double.IsFinite),
        ];
        using var builder = new BlittableBuilder(new BlittableOptions { Mode = mode });
        builder.WriteStartArray();
        WriteAll();
        builder.WriteStartArray();
        WriteAll();
        builder.WriteEndArray();
        builder.WriteNull();
        builder.WriteEndArray();
        using var document = BlittableDocument.Open(builder.Finish().ToArray());

        var root = document.Root;
        Check(root);
        Check(root[2 * numbers.Length]);

        void WriteAll()
        {
            foreach (var number in numbers)
            {
                builder.WriteNumber(number);
                builder.WriteNumber((float)number);
            }
        }

        void Check(BlittableValue array)
        {
            for (var i = 0; i < 2 * numbers.Length; i++)
            {
                var element = array[i];
                if (!double.IsFinite(element.GetDouble()))
                {
                    continue;
                }

                var text = element.GetNumberText();
                var isDecimal = decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var wanted);
                var isInteger = long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var integer);
                Assert.Equal((text, isDecimal, wanted), (text, element.TryGetDecimal(out var found), found));
                Assert.Equal((text, isInteger, integer), (text, element.TryGetInt64(out var whole), whole));
                Assert.Equal((text, isInteger && integer is >= 0 and <= 255), (text, element.TryGetByte(out _)));
            }
        }
    }
}
