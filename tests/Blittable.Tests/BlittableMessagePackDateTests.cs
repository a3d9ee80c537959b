using System.Buffers.Binary;
using Blittable.Dates;

namespace Blittable.Tests;

/// <summary>Dates as extensions, as timestamps of the MessagePack specification, and as text.</summary>
[Trait(Category.Name, Category.Vector)]
public class BlittableMessagePackDateTests
{
    /// <summary>Options that write dates as timestamps without keeping their text.</summary>
    private static readonly BlittableMessagePackOptions Instants = new() { Dates = BlittableMessagePackDates.Timestamp, KeepDateText = false };

    [Fact]
    public void The_date_extension_type_is_settable_and_can_be_none()
    {
        using var document = BlittableDocument.Parse("\"2011-01-01T00:00:00Z\"");
        var other = new BlittableMessagePackOptions { DateExtension = BlittableMessagePackDateExtension.RawFull(4) };
        var packed = BlittableMessagePack.ToArray(document.Root, other);
        using var back = BlittableMessagePack.ToDocument(packed, format: other);
        Assert.True(back.Root.IsDate);

        // With the default options it is an unknown extension, and a date is written as a string if no extension is configured.
        using var foreign = BlittableMessagePack.ToDocument(packed);
        Assert.Equal(BlittableValueKind.Binary, foreign.Root.Kind);
        Assert.Equal(
            "b4" + Convert.ToHexStringLower("2011-01-01T00:00:00Z"u8),
            Convert.ToHexStringLower(BlittableMessagePack.ToArray(document.Root, new() { Dates = BlittableMessagePackDates.Extension })));
    }

    [Fact]
    public void An_extension_of_any_application_is_restored_unchanged()
    {
        for (var type = 0; type <= sbyte.MaxValue; type++)
        {
            // 16 bytes that could be the record of a date, a GUID or anything else.
            byte[] packed = [0xd8, (byte)type, 0x80, 0x6e, 0x1e, 0x4d, .. new byte[12]];
            using var document = BlittableMessagePack.ToDocument(packed);
            Assert.Equal(packed, BlittableMessagePack.ToArray(document.Root));
        }
    }

    [Theory]
    [InlineData("1970-01-01T00:00:00Z", "d6ff00000000")]
    [InlineData("2106-02-07T06:28:15Z", "d6ffffffffff")] // the last second in 32 bits
    [InlineData("2106-02-07T06:28:16Z", "d7ff0000000100000000")]
    [InlineData("2021-06-15T12:34:56.789Z", "d7ffbc1cbd0060c89e70")] // 789,000,000 << 34 | seconds
    [InlineData("2514-05-30T01:53:03.999999999Z", "d7ffee6b27ffffffffff")] // the last second in 34 bits
    [InlineData("2514-05-30T01:53:04Z", "c70cff000000000000000400000000")]
    [InlineData("1969-12-31T23:59:59.500Z", "c70cff1dcd6500ffffffffffffffff")]
    public void Timestamps_of_the_MessagePack_specification_are_read_and_written(string text, string hex)
    {
        using var document = BlittableDocument.Parse('"' + text + '"');
        Assert.Equal(hex, Convert.ToHexStringLower(BlittableMessagePack.ToArray(document.Root)));
        using var back = BlittableMessagePack.ToDocument(Convert.FromHexString(hex));
        Assert.True(back.Root.IsDate);
        Assert.Equal(text, back.Root.GetString());
    }

    [Theory]
    [InlineData(0, 999_999_999u, "d7ffee6b27fc00000000")]
    [InlineData(0, 2_000_000_001u, "d7ff0000000400000002")]
    [InlineData(17_179_869_183, 1_000_000_000u, "c70cff000000000000000400000000")]
    public void The_nanoseconds_of_a_timestamp_are_less_than_a_second(long seconds, uint nanoseconds, string hex)
    {
        var value = new Timestamp(seconds);
        using var builder = new BlittableBuilder();
        builder.WriteDate(value, DateTextForm.For(value));

        // No builder accepts such a date, but another writer can produce one: the record has 8 bytes of seconds, then 4 of nanoseconds.
        var bytes = builder.Finish().ToArray();
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(1 + sizeof(long)), nanoseconds);
        Assert.Equal(hex, Convert.ToHexStringLower(BlittableMessagePack.ToArray(BlittableValue.Open(bytes), Instants)));
    }

    [Theory]
    [InlineData("d6ff0000")] // truncated
    [InlineData("d5ff0000", true)] // timestamps never have two bytes
    [InlineData("d7fffffffffc00000000", true)] // 1,073,741,823 nanoseconds
    [InlineData("c70cff000000007fffffffffffffff", true)] // the year does not have four digits
    [InlineData("d503a161", true)] // type 3, but a string in place of the seconds
    [InlineData("c70903cf7fffffffffffffff", true)] // a date, but too late for a text form
    public void A_date_without_a_text_form_stays_an_extension(string hex, bool isWhole = false)
    {
        var format = new BlittableMessagePackOptions { DateExtension = BlittableMessagePackDateExtension.RawFull() };
        if (!isWhole)
        {
            var fault = Assert.Throws<BlittableException>(() => BlittableMessagePack.ToDocument(Convert.FromHexString(hex), format: format));
            Assert.Equal(BlittableErrorCode.UnexpectedEnd, fault.Code);
            return;
        }

        using var document = BlittableMessagePack.ToDocument(Convert.FromHexString(hex), format: format);
        Assert.False(document.Root.IsDate);
        Assert.Equal(hex, Convert.ToHexStringLower(BlittableMessagePack.ToArray(document.Root, format)));
    }

    [Theory]
    [InlineData("2021-06-15")]
    [InlineData("2021-06-15T12:34:56+00:00")]
    [InlineData("2021-06-15 12:34:56")]
    [InlineData("2021-06-15T12:34:56.50Z")]
    public void A_date_is_a_string_by_default_if_the_extension_would_lose_its_text(string text)
    {
        using var document = BlittableDocument.Parse('"' + text + '"');
        Assert.True(document.Root.IsDate);
        var packed = BlittableMessagePack.ToArray(document.Root);
        Assert.Equal(0xa0 + text.Length, packed[0]);
        using var back = BlittableMessagePack.ToDocument(packed);
        Assert.Equal(text, back.Root.GetString());

        var asExtension = BlittableMessagePack.ToArray(document.Root, new() { KeepDateText = false });
        using var extension = BlittableMessagePack.ToDocument(asExtension);
        Assert.Equal(document.Root.GetTimestamp(), extension.Root.GetTimestamp());
        Assert.NotEqual(text, extension.Root.GetString());
    }

    [Fact]
    public void A_date_with_an_offset_is_not_written_as_a_specification_timestamp()
    {
        using var document = BlittableDocument.Parse("\"2021-06-15T12:34:56+03:00\"");
        Assert.Equal(0xb9, BlittableMessagePack.ToArray(document.Root)[0]);
        Assert.Equal("d6ff60c87440", Convert.ToHexStringLower(BlittableMessagePack.ToArray(document.Root, Instants)));
        Assert.Equal(0xb9, BlittableMessagePack.ToArray(document.Root, new() { Dates = BlittableMessagePackDates.Text })[0]);
    }

    [Theory]
    [InlineData("2024-02-29")]
    [InlineData("2024-02-29T10:20:30Z")]
    [InlineData("2024-02-29T10:20:30.123+02:00")]
    public void A_string_that_looks_like_a_date_stays_a_string_by_default(string text)
    {
        var utf8 = System.Text.Encoding.UTF8.GetBytes(text);
        byte[] packed = utf8.Length < 32 ? [(byte)(0xa0 | utf8.Length), .. utf8] : [0xd9, (byte)utf8.Length, .. utf8];
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            var options = new BlittableOptions { Mode = mode };
            using var kept = BlittableMessagePack.ToDocument(packed, options);
            var back = new System.Buffers.ArrayBufferWriter<byte>();
            BlittableMessagePack.Write(kept.Root, back);
            Assert.Equal(packed, back.WrittenSpan.ToArray());
            Assert.True(kept.Root.TryGetTimestamp(out _));

            using var detected = BlittableMessagePack.ToDocument(packed, options, new BlittableMessagePackOptions { DetectDates = true });
            Assert.True(detected.Root.IsDate);
            Assert.Equal(text, detected.Root.GetString());
        }
    }
}
