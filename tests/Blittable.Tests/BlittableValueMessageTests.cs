using System.IO.Compression;
using System.Text;

namespace Blittable.Tests;

/// <summary>Errors of values name the path, the expected kind and the value that was found.</summary>
public sealed class BlittableValueMessageTests
{
    public delegate void Reading(BlittableValue root);

    public static TheoryData<string, Reading> Faults => new()
    {
        { "$.name: expected a number, found the string \"n/a\" at byte", root => root.GetProperty("name"u8).GetInt32() },
        { "$.lines[1].price: expected a number, found null at byte", root => root.GetProperty("lines"u8)[1].GetProperty("price"u8).GetDouble() },
        { "$.lines: expected true or false, found an array of 2 elements at byte", root => root.GetProperty("lines"u8).GetBoolean() },
        { "$.lines[0]: expected a string, found an object of 1 property at byte", root => root.GetProperty("lines"u8)[0].GetString() },
        { "$.lines[0].price: expected a date, found the number 1.50 at byte", root => root.GetProperty("lines"u8)[0].GetProperty("price"u8).GetTimestamp() },
        { "$.long: expected a GUID, found the string \"0123456789012345678901234567890123456789…\" at byte", root => root.GetProperty("long"u8).GetGuid() },
        { "$: expected an array, found an object of 3 properties at byte", root => root.EnumerateArray() },
    };

    [Theory]
    [MemberData(nameof(Faults))]
    public void An_error_names_the_path_and_the_value(string message, Reading read)
    {
        foreach (var options in new[] { new BlittableOptions(), BlittableOptions.Balanced })
        {
            using var document = BlittableDocument.Parse(
                """{"name":"n/a","lines":[{"price":1.50},{"price":null}],"long":"0123456789012345678901234567890123456789012345"}""", options);
            var fault = Assert.Throws<BlittableException>(() => read(document.Root));
            Assert.StartsWith(message, fault.Message, StringComparison.Ordinal);
            Assert.Equal(BlittableErrorCode.WrongKind, fault.Code);
        }
    }

    [Fact]
    public void Bytes_in_another_format_are_identified()
    {
        Assert.Equal("Expected a document, found JSON text, which BlittableDocument.Parse converts.", Refusal("""{"a":1}"""u8.ToArray()));
        Assert.Equal("Expected a document, found JSON text, which BlittableDocument.Parse converts.", Refusal(Encoding.UTF8.GetBytes("\uFEFF [1, 2]\r\n")));
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(new byte[70_000_000 / 1000]);
        }

        // The last bytes are the length, so a trailer of this form is never valid.
        Assert.Equal("Expected a document, found gzip data, which must be decompressed first.", Refusal([.. packed.ToArray(), 0xFF]));
        Assert.Equal("Expected a document, found data that begins like MessagePack, which BlittableMessagePack.ToDocument converts.", Refusal([0x81, 0xa1, (byte)'a', 0xff]));
        Assert.Equal("Expected a document, found a dictionary, which BlittableDictionary.Load reads.", Refusal([0xFF, .. "BLD"u8, 1, 0xFF]));
    }

    [Theory]
    [InlineData("2024-02-29T10:20", "2024-02-29T10:20:00Z")]
    [InlineData("2024-02-29T10:20Z", "2024-02-29T10:20:00Z")]
    [InlineData("2024-02-29T10:20:30+02", "2024-02-29T08:20:30Z")]
    [InlineData("2024-02-29T10:20:30.1234567891234", "2024-02-29T10:20:30.1234567Z")]
    [InlineData("2024-02-29T10:20:30.1234567891234-01:30", "2024-02-29T11:50:30.1234567Z")]
    public void A_getter_reads_every_date_that_deserialization_reads(string text, string instant)
    {
        using var document = BlittableDocument.Parse($"\"{text}\"");
        var expected = DateTimeOffset.Parse(instant, System.Globalization.CultureInfo.InvariantCulture);
        Assert.Equal(expected, document.Root.GetDateTimeOffset());
        Assert.Equal(expected.UtcDateTime, document.Root.GetDateTime());
        Assert.Equal(expected.ToUnixTimeSeconds(), document.Root.GetTimestamp().UnixSeconds);
    }

    private static string Refusal(byte[] bytes)
    {
        Assert.Throws<BlittableException>(() => BlittableDocument.Open(bytes));
        return Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes)).Message;
    }
}
