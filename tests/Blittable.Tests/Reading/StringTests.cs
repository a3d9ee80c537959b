using System.Text;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Strings;
using Blittable.Text;

namespace Blittable.Tests.Reading;

[Trait(Category.Name, Category.Vector)]
public class StringTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(65_535)]
    [InlineData(65_536)]
    public void A_raw_string_of_any_length_is_read_in_place(int length)
    {
        var text = new string('é', length / 2) + new string('x', length % 2);
        byte[] head = length <= Tag.MaxShortString ? [(byte)(Tag.ShortString + length)]
            : length <= ushort.MaxValue ? [Tag.String16, (byte)length, (byte)(length >> 8)]
            : [Tag.String32, .. BitConverter.GetBytes(length)];

        AssertReads([.. head, .. Encoding.UTF8.GetBytes(text)], text, isRaw: true);
    }

    [Theory]
    [InlineData("the quick brown fox jumps over the lazy dog, and the other way round", StringCompression.Smaz)]
    [InlineData("2024-01-31 12:00", StringCompression.Smaz)]
    [InlineData("00ff00ff00ff00ff00ff", StringCompression.Smaz)]
    [InlineData("00000000-0000-0000-0000-000000000000", StringCompression.Smaz)]
    [InlineData("https://www.example.com/index.html?q=the+weather", StringCompression.Trained)]
    public void An_encoded_string_is_decoded(string text, StringCompression compression)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var codes = new byte[StringCodec.MaxEncodedLength(bytes.Length)];
        var encoding = StringCodec.Compress(bytes, compression, null, codes, out var written);
        Assert.NotEqual(StringEncoding.Raw, encoding);

        AssertReads([(byte)(Tag.EncodedString + (int)encoding - 1), (byte)bytes.Length, .. codes[..written]], text, isRaw: false);
    }

    [Fact]
    public void A_long_encoded_string_is_decoded()
    {
        var text = string.Concat(Enumerable.Repeat("the other side of the world and back. ", 100));
        var bytes = Encoding.UTF8.GetBytes(text);
        var codes = new byte[StringCodec.MaxEncodedLength(bytes.Length)];
        var encoding = StringCodec.Compress(bytes, StringCompression.Smaz, null, codes, out var written);

        var tag = (byte)(Tag.EncodedString + (int)encoding - 1);
        AssertReads([tag, (byte)(bytes.Length | 0x80), (byte)(bytes.Length >> 7), .. codes[..written]], text, isRaw: false);
    }

    [Theory]
    [InlineData("2024-02-29")]
    [InlineData("2024-02-29T12:34:56Z")]
    [InlineData("2024-02-29T12:34:56.789Z")]
    [InlineData("2024-02-29 12:34:56")]
    [InlineData("2024-02-29t23:30:00.50-05:30")]
    [InlineData("0001-01-01T00:00:00Z")]
    [InlineData("1969-12-31T23:59:59.999999999-00:00")]
    public void A_date_is_a_string_and_a_date(string text)
    {
        Assert.True(Iso8601.TryParse(text, out var timestamp, out var form));
        var payload = new byte[64];
        var length = RawStoredDate.Write(timestamp, form, payload, out var formClass);
        AssertReadsDate([(byte)(Tag.RawDate + formClass), .. payload[..length]], text, timestamp, isStored: true);
        length = CompactStoredDate.Write(timestamp, form, payload, out formClass);
        AssertReadsDate([(byte)(Tag.CompactDate + formClass), .. payload[..length]], text, timestamp, isStored: true);
        AssertReadsDate([(byte)(Tag.ShortString + text.Length), .. Encoding.ASCII.GetBytes(text)], text, timestamp, isStored: false);
    }

    [Fact]
    public void A_day_is_read_as_written()
    {
        const string text = "2024-02-29T23:30:00-05:00";
        var date = BlittableValue.Open(DocumentBytes.Of([(byte)(Tag.ShortString + text.Length), .. Encoding.ASCII.GetBytes(text)]));

        Assert.Equal(new DateOnly(2024, 2, 29), date.GetDateOnly());
        Assert.Equal(new DateTime(2024, 3, 1, 4, 30, 0, DateTimeKind.Utc), date.GetDateTime());
        Assert.Equal(DateTimeKind.Utc, date.GetDateTime().Kind);
    }

    [Fact]
    public void A_date_in_the_year_0_is_not_a_framework_date()
    {
        const string text = "0000-01-01";
        var bytes = DocumentBytes.Of([(byte)(Tag.ShortString + text.Length), .. Encoding.ASCII.GetBytes(text)]);

        Assert.True(BlittableValue.Open(bytes).TryGetTimestamp(out _));
        Assert.False(BlittableValue.Open(bytes).TryGetDateTime(out _));
        Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).GetDateTime());
        Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).GetDateOnly());
        Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).GetDateTimeOffset());
    }

    [Theory]
    [InlineData("01234567-89ab-cdef-0123-456789ABCDEF", true)]
    [InlineData("01234567-89ab-cdef-0123-456789abcdeg", false)]
    [InlineData("0123456789abcdef0123456789abcdef", false)]
    [InlineData("{1234567-89ab-cdef-0123-456789abcde}", false)]
    public void A_GUID_has_its_usual_form(string text, bool isGuid)
    {
        var value = BlittableValue.Open(DocumentBytes.Of([(byte)(Tag.ShortString + text.Length), .. Encoding.ASCII.GetBytes(text)]));

        Assert.Equal(isGuid, value.TryGetGuid(out var guid));
        if (isGuid)
        {
            Assert.Equal(Guid.Parse(text), guid);
            Assert.Equal(guid, value.GetGuid());
        }
    }

    private static void AssertReadsDate(byte[] value, string text, Timestamp expected, bool isStored)
    {
        var date = BlittableValue.Open(DocumentBytes.Of(value));
        AssertReads(value, text, isRaw: !isStored);

        Assert.Equal(isStored, date.IsDate);
        Assert.Equal(expected, date.GetTimestamp());
        Assert.Equal(expected.OffsetMinutes, date.GetTimestamp().OffsetMinutes);
        Assert.Equal(expected.ToDateTimeOffset(), date.GetDateTimeOffset());
        Assert.Equal(expected.OffsetMinutes, date.GetDateTimeOffset().TotalOffsetMinutes);
        Assert.Equal(expected.ToDateTime(), date.GetDateTime());
        Assert.Equal(DateOnly.Parse(text[..10], System.Globalization.CultureInfo.InvariantCulture), date.GetDateOnly());
    }

    private static void AssertReads(byte[] value, string text, bool isRaw)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var read = BlittableValue.Open(DocumentBytes.Of(value));
        var copy = new byte[bytes.Length];

        Assert.Equal(BlittableValueKind.String, read.Kind);
        Assert.Equal(text, read.GetString());
        Assert.True(read.TryGetString(out var found));
        Assert.Equal(text, found);
        Assert.True(read.TryGetUtf8Length(out var length));
        Assert.Equal(bytes.Length, length);
        Assert.True(read.TryCopyUtf8(copy, out var written));
        Assert.Equal(bytes.Length, written);
        Assert.Equal(bytes, copy);
        Assert.Equal(isRaw, read.TryGetUtf8Span(out var span));
        Assert.True(!isRaw || span.SequenceEqual(bytes));
        Assert.True(read.Utf8Equals(bytes));
        Assert.True(read.TextEquals(text));
        Assert.False(read.Utf8Equals([.. bytes, (byte)'x']));
        Assert.False(read.TextEquals(text + "x"));
        Assert.False(read.TextEquals(text + "\ud800"));
        if (bytes.Length > 0)
        {
            bytes[^1] ^= 1;
            Assert.False(read.Utf8Equals(bytes));
            Assert.False(read.TryCopyUtf8(copy.AsSpan(1), out written));
            Assert.Equal(0, written);
        }
    }
}
