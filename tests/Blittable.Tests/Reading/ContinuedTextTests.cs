using System.Text;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Tests.Reading;

[Trait(Category.Name, Category.Vector)]
public class ContinuedTextTests
{
    private static readonly byte[] Origin = [Tag.ShortString + 6, .. "abcdef"u8];

    [Theory]
    [InlineData(1, "x", "ax")]
    [InlineData(4, "", "abcd")]
    [InlineData(6, "gh", "abcdefgh")]
    public void A_string_can_consist_of_the_start_of_an_earlier_string_and_a_rest(int start, string rest, string text)
    {
        var bytes = Document(Origin, Continued(start, Origin.Length, rest));
        var value = BlittableValue.Open(bytes);

        Assert.Equal(BlittableValueKind.String, value.Kind);
        Assert.Equal(text, value.GetString());
        Assert.True(value.TryGetUtf8Length(out var length));
        Assert.Equal(text.Length, length);
        Assert.False(value.TryGetUtf8Span(out _));
        Assert.True(value.Utf8Equals(Encoding.UTF8.GetBytes(text)));
        Assert.False(value.Utf8Equals(Encoding.UTF8.GetBytes(text + "x")));
        Assert.False(value.Utf8Equals(Encoding.UTF8.GetBytes("x" + text[1..])));
        Assert.All(
            Enumerable.Range(0, text.Length), shorter => Assert.False(BlittableValue.Open(bytes).Utf8Equals(Encoding.UTF8.GetBytes(text[..shorter]))));
        Assert.Equal('"' + text + '"', value.ToJson());
        Assert.Equal(text, value.Clone().Root.GetString());
        Assert.Equal(text, BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(value)).Root.GetString());
    }

    [Fact]
    public void A_string_that_continues_another_can_be_continued()
    {
        var document = new DocumentBytes();
        document.Add(Origin);
        var second = document.Add(Continued(5, Origin.Length, "XY"));
        var third = document.Add(Continued(6, document.Length - second, "!"));
        var bytes = document.Finish(third);

        Validate(bytes);
        Assert.Equal("abcdeX!", BlittableValue.Open(bytes).GetString());
    }

    [Theory]
    [InlineData(StringCompression.Smaz)]
    [InlineData(StringCompression.General)]
    public void A_document_that_ends_in_a_long_start_is_valid(StringCompression compression)
    {
        var start = "https://example.org/users/" + string.Concat(Enumerable.Range(0, 30).Select(i => "part" + i % 7));
        for (var length = 20; length < start.Length; length++)
        {
            var json = $"[\"{start[..length]}1\",\"{start[..length]}2\"]";
            using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced with { StringCompression = compression });
            document.Validate();
            Assert.Equal(json, document.Root.ToJson());
        }
    }

    [Theory]
    [InlineData(StringCompression.Smaz)]
    [InlineData(StringCompression.General)]
    public void A_text_that_differs_in_any_byte_is_not_equal(StringCompression compression)
    {
        var start = "https://the.other.example.org/and/the/rest/of/the/users/" + string.Concat(Enumerable.Range(0, 40).Select(i => "there" + i % 7));
        var compared = 0;
        foreach (var length in (int[])[30, 60, 120, 200, 254, 255])
        {
            using var document = BlittableDocument.Parse(
                $"[\"{start[..length]}1\",\"{start[..length]}2\"]", BlittableOptions.Balanced with { StringCompression = compression, NanosecondsPerByte = 1000 });
            var continued = document.Root[1];
            compared += document.Bytes.Span[continued.Address] == Tag.ContinuedString ? 1 : 0;
            var text = Encoding.UTF8.GetBytes(start[..length] + "2");
            Assert.True(continued.Utf8Equals(text));
            for (var place = 0; place < text.Length; place++)
            {
                text[place] ^= 1;
                Assert.False(continued.Utf8Equals(text));
                text[place] ^= 1;
            }
        }

        Assert.InRange(compared, 2, 6);
    }

    [Fact]
    public void A_chain_that_is_too_deep_is_refused()
    {
        var document = new DocumentBytes();
        document.Add(Origin);
        var last = 0;
        for (var depth = 0; depth <= ContinuedText.MaxDepth; depth++)
        {
            last = document.Add(Continued(6, document.Length - last, "x"));
        }

        var bytes = document.Finish(last);
        Assert.Throws<BlittableException>(() => Validate(bytes));
        Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).GetString());
        Assert.False(BlittableValue.Open(bytes).Utf8Equals("abcdefx"u8));
    }

    [Fact]
    public void A_start_may_end_within_a_run_of_codes_and_at_the_end_of_the_destination()
    {
        // Smaz: a run of eight verbatim bytes.
        byte[] origin = [Tag.EncodedString, 8, 0xFF, 7, .. "01234567"u8];
        var value = BlittableValue.Open(Document(origin, Continued(3, origin.Length, "")));
        var destination = new byte[3];

        Assert.True(value.TryCopyUtf8(destination, out var written));
        Assert.Equal("012", Encoding.UTF8.GetString(destination.AsSpan(0, written)));
        Assert.False(value.TryCopyUtf8(destination.AsSpan(1), out _));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(5)]
    public void A_start_may_end_within_a_byte_of_nibbles(int start)
    {
        // The digits 1 to 5 of the decimal alphabet, which has '0' at 3.
        byte[] origin = [Tag.EncodedString + 1, 5, 0x54, 0x76, 0x08];

        Assert.Equal("12345"[..start] + "z", BlittableValue.Open(Document(origin, Continued(start, origin.Length, "z"))).GetString());
    }

    [Theory]
    [InlineData(StringCompression.None, "abcdef")]
    [InlineData(StringCompression.None, "ab\u00e9\u4e2d")]
    [InlineData(StringCompression.Smaz, "the other and the rest of the text")]
    [InlineData(StringCompression.Smaz, "0123456789")]
    [InlineData(StringCompression.Smaz, "Some XML: <the>, \u00e9\u00e9\u00e9 and <the other>")]
    [InlineData(StringCompression.General, "https://www.example.org/users/")]
    public void A_string_is_created_from_any_forms_near_the_end_of_the_document_and_elsewhere(StringCompression compression, string text)
    {
        byte[][] rests =
        [
            Encoded("x", StringCompression.None),
            Encoded("", StringCompression.None),
            Encoded(new string('y', 90), StringCompression.None),
            Encoded("20261130", StringCompression.Smaz),
            Encoded("the end of the other text", StringCompression.Smaz),
        ];
        var origin = Encoded(text, compression);
        foreach (var rest in rests)
        {
            for (var start = 1; start <= Encoding.UTF8.GetByteCount(text) + 2; start++)
            {
                foreach (var padding in (int[])[0, 1, 40, 100])
                {
                    var document = new DocumentBytes();
                    document.Add(origin);
                    var address = document.Add([Tag.ContinuedString, (byte)start, (byte)origin.Length, .. rest]);
                    document.Add(new byte[padding]);
                    var value = BlittableValue.Open(document.Finish(address));
                    if (start > Encoding.UTF8.GetByteCount(text))
                    {
                        AssertRefused(value);
                        continue;
                    }

                    var copy = new byte[400];
                    Assert.True(value.TryCopyUtf8(copy, out var written));
                    Assert.Equal(Encoding.UTF8.GetBytes(text)[..start], copy[..start]);
                    Assert.Equal(Encoding.UTF8.GetString(copy, 0, written), value.GetString());
                }
            }
        }
    }

    private static void AssertRefused(BlittableValue value)
    {
        try
        {
            value.GetString();
        }
        catch (BlittableException)
        {
            return;
        }

        Assert.Fail("The start is longer than the earlier string.");
    }

    /// <summary>Returns a string as a document stores it.</summary>
    private static byte[] Encoded(string text, StringCompression compression)
    {
        using var document = BlittableDocument.Parse($"\"{text}\"", BlittableOptions.Balanced with { StringCompression = compression });
        var end = document.Bytes.Length - 2;
        return document.Bytes.Span[document.Root.Address..end].ToArray();
    }

    [Theory]
    [InlineData(0, 7, "x")] // no start
    [InlineData(7, 7, "x")] // longer than the earlier string
    [InlineData(3, 0, "x")] // itself
    [InlineData(3, 8, "x")] // before the document
    [InlineData(3, 5, "x")] // not where a value starts
    public void An_invalid_start_is_refused(int start, int distance, string rest)
    {
        var bytes = Document(Origin, Continued(start, distance, rest));
        Assert.Throws<BlittableException>(() => Validate(bytes));
    }

    [Theory]
    [InlineData((byte)0x05)] // a number
    [InlineData(Tag.Null)]
    [InlineData(Tag.CompactDate)]
    public void A_value_that_is_not_a_string_cannot_be_continued(byte tag)
    {
        byte[] origin = [tag, 0, 0];
        var bytes = Document(origin, Continued(1, origin.Length, "x"));
        Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).GetString());
    }

    [Fact]
    public void The_rest_cannot_continue_another_string()
    {
        var bytes = Document(Origin, [Tag.ContinuedString, 1, 7, Tag.ContinuedString, 1, 10, Tag.ShortString]);
        Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).GetString());
    }

    [Fact]
    public void A_text_that_is_not_UTF8_as_a_whole_is_refused()
    {
        byte[] origin = [Tag.ShortString + 2, .. "é"u8];
        Validate(Document(origin, [Tag.ContinuedString, 1, 3, Tag.ShortString + 1, 0xA9]));
        var bytes = Document(origin, Continued(1, origin.Length, "x"));

        var error = Assert.Throws<BlittableException>(() => Validate(bytes));
        Assert.Equal(BlittableErrorCode.InvalidUtf8, error.Code);
    }

    private static byte[] Continued(int start, int distance, string rest) =>
        [Tag.ContinuedString, (byte)start, (byte)distance, (byte)(Tag.ShortString + rest.Length), .. Encoding.UTF8.GetBytes(rest)];

    private static byte[] Document(byte[] origin, byte[] value)
    {
        var document = new DocumentBytes();
        document.Add(origin);
        return document.Finish(document.Add(value));
    }

    private static void Validate(byte[] bytes)
    {
        using var document = BlittableDocument.Open(bytes);
        document.Validate();
    }
}
