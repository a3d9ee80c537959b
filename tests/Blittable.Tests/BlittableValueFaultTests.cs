namespace Blittable.Tests;

public class BlittableValueFaultTests
{
    [Theory]
    [InlineData("3000000000", "Int32", "3000000000")]
    [InlineData("-1", "UInt64", "-1")]
    [InlineData("12.50", "Int32", "12.50")]
    [InlineData("1e29", "Decimal", "1e29")]
    [InlineData("1.5.5", null, "1.5.5")]
    [InlineData("123456789012345678901234567890123456789012345", "Int32", "1234567890123456789012345678901234567890...")]
    public void A_number_that_does_not_fit_the_requested_type_is_named(string json, string? type, string found)
    {
        foreach (var text in (string[])[json, $"[{json},{json},{json},{json},{json},{json}]"])
        {
            foreach (var mode in type is null ? (BlittableMode[])[BlittableMode.Memory] : [BlittableMode.Memory, BlittableMode.Disk])
            {
                using var document = BlittableDocument.Parse(text, new BlittableOptions { Mode = mode, ValidateNumbers = type is not null });
                var fault = Assert.Throws<BlittableException>(() => Get(document.Root.Kind == BlittableValueKind.Array ? document.Root[1] : document.Root));
                Assert.Equal(type is null ? BlittableErrorCode.InvalidNumber : BlittableErrorCode.NumberOutOfRange, fault.Code);
                Assert.StartsWith($"The number {found} at byte ", fault.Message);
                Assert.EndsWith(type is null ? " is not valid JSON." : $" does not fit {type}.", fault.Message);
            }
        }

        void Get(BlittableValue value)
        {
            switch (type)
            {
                case "UInt64":
                    value.GetUInt64();
                    break;
                case "Decimal":
                    value.GetDecimal();
                    break;
                default:
                    value.GetInt32();
                    break;
            }
        }
    }

    [Fact]
    public void A_date_that_a_type_cannot_represent_is_named_with_its_path()
    {
        using var document = BlittableDocument.Parse("""[1,"0000-01-01"]""");
        var fault = Assert.Throws<BlittableException>(() => document.Root[1].GetDateTimeOffset());
        Assert.Equal((BlittableErrorCode.NumberOutOfRange, 1), (fault.Code, fault.Offset));
        Assert.StartsWith("The date of -62167219200 seconds and 0 nanoseconds since 1970", fault.Message);
        Assert.EndsWith("does not fit DateTimeOffset at byte 1.", fault.Message);
    }
}
