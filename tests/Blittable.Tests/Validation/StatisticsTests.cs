namespace Blittable.Tests.Validation;

/// <summary>Statistics assign each byte of a document to one purpose. The expected figures were counted by hand in the bytes shown, following docs/FORMAT.md.</summary>
public sealed class StatisticsTests
{
    public static TheoryData<string, BlittableMode, string, BlittableStatistics> Documents => new()
    {
        {
            // Two objects of one shape: the second stores the number of the shape.
            """[true,"ab",12345,{"a":1,"b":2},{"a":3,"b":4}]""",
            BlittableMode.Memory,
            "A2 426162 A93930 01 02 C0 00020102 6162 0201 03 04 C3 00 0201 B805 1817140F04 0A00 01 0A 11",
            new() { Documents = 1, Objects = 2, Arrays = 1, Strings = 1, Numbers = 5, TotalBytes = 36, NameBytes = 2, NameTextBytes = 2, ShapeBytes = 7, SlotBytes = 9, StringBytes = 3, TextBytes = 2, NumberBytes = 7, OtherBytes = 8 }
        },
        {
            // A RAW_FULL date, an array of numbers of one width, an empty array and an empty object.
            """{"id":7,"at":"2024-05-06","list":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16],"e":{},"f":[]}""",
            BlittableMode.Memory,
            "07 E0801D3866000000000000000000000000 0102030405060708090A0B0C0D0E0F10 BB100101 A4 A3 C0 00050204 08090A 6964 6174 6C697374 65 66 2827060201 17 01",
            new() { Documents = 1, Objects = 2, Arrays = 2, Numbers = 17, Dates = 1, TotalBytes = 65, NameBytes = 10, NameTextBytes = 10, ShapeBytes = 7, SlotBytes = 5, NumberBytes = 17, DateBytes = 17, OtherBytes = 9 }
        },
        {
            // A matrix is one stored value, and counts as its rows and itself.
            "[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,15,16]]",
            BlittableMode.Disk,
            "BC1004041000040000010004040002000408000300040C0004000044448888CCCC 21 01",
            new() { Documents = 1, Arrays = 5, Numbers = 16, TotalBytes = 35, NumberBytes = 33, OtherBytes = 2 }
        },
        {
            // Two of three strings are stored. The trailer records the length of the JSON text and the depth.
            """["the same text, long enough","the same text, long enough","the same text, long enough, and more"]""",
            BlittableMode.Disk,
            "F21A013E046C0E02FA0324161F9D335B3B 12F71A124A2C20616E64206D6F7265 B803 20200E 6201 07 21",
            new() { Documents = 1, Arrays = 1, Strings = 2, TotalBytes = 41, SlotBytes = 3, StringBytes = 32, TextBytes = 62, OtherBytes = 6 }
        },
    };

    [Theory]
    [MemberData(nameof(Documents))]
    public void Each_byte_has_one_purpose(string json, BlittableMode mode, string bytes, BlittableStatistics expected)
    {
        using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode, NanosecondsPerByte = 1000 });
        Assert.Equal(bytes.Replace(" ", "", StringComparison.Ordinal), Convert.ToHexString(document.Bytes.Span));
        Assert.Equal(expected, document.GetStatistics());
    }

    [Fact]
    public void Values_that_JSON_cannot_represent_are_counted()
    {
        foreach (var options in new[] { BlittableOptions.Fastest, BlittableOptions.Balanced })
        {
            using var builder = new BlittableBuilder(options);
            builder.WriteStartArray();
            builder.WriteNumber(double.NaN);
            builder.WriteNumber(double.NegativeInfinity);
            builder.WriteNumber(float.PositiveInfinity);
            builder.WriteNumber(1.5);
            builder.WriteNumber(0.1);
            builder.WriteExtension(42, [1, 2, 3]);
            builder.WriteEndArray();
            using var document = builder.ToDocument();
            Assert.Equal(4, document.GetStatistics().NotJsonValues);
        }
    }

    [Fact]
    public void Sums_add_each_figure()
    {
        using var first = BlittableDocument.Parse("""{"a":[1,"x"],"at":"2024-05-06"}""");
        using var second = BlittableDocument.Parse("""[{"b":true},{"b":null}]""");
        var (left, right) = (first.GetStatistics(), second.GetStatistics());
        var sum = left + right;
        Assert.All(typeof(BlittableStatistics).GetProperties().Where(figure => figure.PropertyType == typeof(long)), figure =>
            Assert.Equal((long)figure.GetValue(left)! + (long)figure.GetValue(right)!, figure.GetValue(sum)));
    }
}
