using System.Buffers;
using System.Text;
using System.Text.Json;

namespace Blittable.Tests.Json;

/// <summary>Conversion of complete texts: in every layout, damaged, truncated, and too large for the available buffers.</summary>
[Trait(Category.Name, Category.Vector)]
public class JsonParserTests
{
    private static readonly BlittableMode[] Modes = [BlittableMode.Memory, BlittableMode.Disk];

    [Fact]
    public void Random_documents_are_restored_regardless_of_white_space()
    {
        foreach (var mode in Modes)
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            var random = new RandomJson(20);
            for (var i = 0; i < 400; i++)
            {
                var (minified, text) = random.Next();
                Assert.Equal(minified, RoundTrip(converter, Encoding.UTF8.GetBytes(text)));
            }
        }
    }

    [Fact]
    public void Converted_documents_pass_validation()
    {
        foreach (var mode in Modes)
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            var random = new RandomJson(21);
            for (var i = 0; i < 250; i++)
            {
                BlittableDocument.Open(converter.Convert(Encoding.UTF8.GetBytes(random.Next().Text)).ToArray()).Validate();
            }
        }
    }

    [Fact]
    public void A_truncated_text_is_refused_wherever_it_ends()
    {
        foreach (var mode in Modes)
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            var random = new RandomJson(22);
            for (var i = 0; i < 8; i++)
            {
                var text = Encoding.UTF8.GetBytes("[" + random.Next().Text + "]");
                for (var length = 0; length < text.Length; length += 1 + (text.Length >> 7))
                {
                    Assert.Throws<BlittableException>(() => converter.Convert(text.AsSpan(0, length)));
                }
            }
        }
    }

    [Fact]
    public void No_byte_after_the_text_is_read()
    {
        foreach (var mode in Modes)
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            var random = new RandomJson(23);
            for (var i = 0; i < 40; i++)
            {
                var (minified, text) = random.Next();
                var json = Encoding.UTF8.GetBytes("[" + text + "]");
                using var whole = new GuardedBytes(json);
                Assert.Equal("[" + minified + "]", RoundTrip(converter, whole.Span));
                for (var length = 1; length < json.Length; length += 1 + (json.Length >> 4))
                {
                    using var part = new GuardedBytes(json.AsSpan(0, length));
                    Assert.False(Accepts(converter, part.Span));
                }
            }
        }
    }

    [Fact]
    public void No_byte_after_a_string_at_the_end_is_read()
    {
        foreach (var mode in Modes)
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            var start = string.Concat(Enumerable.Range(0, 50).Select(i => $"http://www.example.org/{i}/"));
            for (var length = 0; length <= 400; length++)
            {
                // The second string begins like the first and continues with different bytes.
                var text = $"[\"{start}\",\"{start[..(length / 2)]}{new string('#', length - (length / 2))}\"]";
                using var guarded = new GuardedBytes(Encoding.UTF8.GetBytes(text));
                Assert.Equal(text, RoundTrip(converter, guarded.Span));
            }
        }
    }

    [Fact]
    public void Strings_of_every_length_are_restored_in_every_position_and_with_every_terminator()
    {
        foreach (var mode in Modes)
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            foreach (var before in (int[])[0, 700, 3900, 4000])
            {
                for (var length = 0; length < 330; length++)
                {
                    var start = new string('.', before + (length * 31 % 64));
                    var plain = string.Concat(Enumerable.Range(0, length).Select(i => (char)('a' + (i % 25))));
                    foreach (var end in (string[])["", "\\n", "é", "\\\"z"])
                    {
                        var text = $$"""{"a":"{{start}}","b":"{{plain}}{{end}}","c":[1]}""";
                        Assert.Equal(text, RoundTrip(converter, Encoding.UTF8.GetBytes(text)));
                    }
                }
            }
        }
    }

    /// <summary>A string of 65,536 bytes has a longer header, which is known only after its text has been copied.</summary>
    [Theory]
    [InlineData("plain text, ", "plain text, ")]
    [InlineData("\\n\\\"", "\n\"")]
    [InlineData("an \\u00fc and a \\ud83d\\ude00, ", "an ü and a 😀, ")]
    [InlineData("ü and 😀, ", "ü and 😀, ")]
    public void Strings_near_the_header_length_limits_are_restored(string piece, string meaning)
    {
        var bytes = Encoding.UTF8.GetByteCount(meaning);
        foreach (var mode in Modes)
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            foreach (var length in Enumerable.Range(65_400, 16).Concat(Enumerable.Range(65_520, 48)).Append(131_072).Append(500_000))
            {
                var rest = new string('r', length % bytes);
                foreach (var after in new[] { "", new string('y', 70_000) })
                {
                    var text = $"{{\"a\":\"{string.Concat(Enumerable.Repeat(piece, length / bytes))}{rest}\",\"b\":\"{after}\"}}";
                    var root = BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(text)));
                    Assert.Equal(string.Concat(Enumerable.Repeat(meaning, length / bytes)) + rest, root.GetProperty("a"u8).GetString());
                    Assert.Equal(after, root.GetProperty("b"u8).GetString());
                }
            }
        }
    }

    [Fact]
    public void Texts_that_begin_like_dates_stay_unchanged()
    {
        string[] texts = ["2009-04-01T00:00:00.000-0700", "2009-04-01T00:00:00+0000", "2009-04-01T00:00:00-07", "2009-04-31", "2009-04-01T00:00:00.000-07:0"];
        foreach (var mode in Modes)
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            foreach (var text in texts)
            {
                var json = $$"""{"a":"{{text}}","b":["{{text}}",0]}""";
                var document = converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray();
                Assert.False(BlittableValue.Open(document).GetProperty("a").IsDate);
                Assert.Equal(json, RoundTrip(converter, Encoding.UTF8.GetBytes(json)));
            }
        }
    }

    [Fact]
    public void Consecutive_closing_brackets_stay_inside_the_output_wherever_it_ends()
    {
        // The objects at the start define the shape, so the loop writes the nested ones. The string moves them to the end of the first buffer.
        const int depth = 500;
        var nested = string.Concat(Enumerable.Repeat("{\"a\":", depth)) + "1" + new string('}', depth);
        for (var filling = 14_000; filling < 16_500; filling += 100)
        {
            using var converter = new BlittableConverter();
            foreach (var innermost in new[] { nested, new string('[', depth) + "1" + new string(']', depth) })
            {
                var text = $"{{\"w\":[{{\"a\":1}},{{\"a\":1}}],\"x\":\"{new string('x', filling)}\",\"b\":{innermost}}}";
                Assert.Equal(text, RoundTrip(converter, Encoding.UTF8.GetBytes(text)));
            }
        }
    }

    [Fact]
    public void A_damaged_text_is_accepted_or_refused_as_by_JsonDocument()
    {
        using var memory = new BlittableConverter();
        using var disk = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk });
        var random = new Random(23);
        var texts = new RandomJson(23);
        for (var i = 0; i < 900; i++)
        {
            var text = Encoding.UTF8.GetBytes(texts.Next().Text);
            for (var damage = random.Next(1, 3); damage > 0; damage--)
            {
                text[random.Next(text.Length)] = random.Next(3) == 0 ? (byte)random.Next(256) : "\"\\{}[],: \n0-."u8.ToArray()[random.Next(13)];
            }

            var isJson = IsJson(text);
            Assert.Equal(isJson, Accepts(disk, text));

            // Non-integer numbers are validated when they are read.
            Assert.True(!isJson || Accepts(memory, text));
        }
    }

    [Fact]
    public void Names_of_an_object_without_a_shape_may_outgrow_the_buffer()
    {
        var text = new StringBuilder("{\"list\":[1,2,[\"a\",{\"b\":3}]],\"map\":{");
        for (var i = 0; i < 700; i++)
        {
            text.Append(i == 0 ? "" : ",").Append('"').Append('n', 50 + i).Append("\":").Append(i);
        }

        text.Append("},\"end\":true}");
        foreach (var mode in Modes)
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            Assert.Equal(text.ToString(), RoundTrip(converter, Encoding.UTF8.GetBytes(text.ToString())));
        }
    }

    [Fact]
    public void A_warm_converter_allocates_nothing()
    {
        var names = string.Join(',', Enumerable.Range(0, 600).Select(i => $"\"key {i}\":{i}"));
        var texts = new[] { "{\"a\":[1,2.5,\"x\"],\"b\":{\"c\":\"2024-01-01\"}}", "{" + names + "}", "[\"" + new string('x', 100_000) + "\"]" }
            .Select(Encoding.UTF8.GetBytes).ToArray();
        foreach (var mode in Modes)
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            for (var i = 0; i < 50; i++)
            {
                ConvertAll(converter, texts);
            }

            var before = GC.GetAllocatedBytesForCurrentThread();
            ConvertAll(converter, texts);
            Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        }
    }

    private static void ConvertAll(BlittableConverter converter, byte[][] texts)
    {
        foreach (var text in texts)
        {
            converter.Convert(text);
        }
    }

    private static bool IsJson(byte[] text)
    {
        try
        {
            using var document = JsonDocument.Parse(text, new JsonDocumentOptions { MaxDepth = 512 });
            return AreStringsValid(document.RootElement);
        }
        catch (JsonException)
        {
            return false;
        }
    }

    /// <summary>JsonDocument checks the UTF-8 and the unpaired surrogates of a string only when the string is read.</summary>
    private static bool AreStringsValid(JsonElement element)
    {
        try
        {
            return element.ValueKind switch
            {
                JsonValueKind.String => element.GetString() != null,
                JsonValueKind.Array => element.EnumerateArray().All(AreStringsValid),
                JsonValueKind.Object => element.EnumerateObject().All(property => property.Name != null && AreStringsValid(property.Value)),
                _ => true,
            };
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    private static bool Accepts(BlittableConverter converter, ReadOnlySpan<byte> text)
    {
        try
        {
            converter.Convert(text);
            return true;
        }
        catch (BlittableException)
        {
            return false;
        }
    }

    private static string RoundTrip(BlittableConverter converter, ReadOnlySpan<byte> text)
    {
        var output = new ArrayBufferWriter<byte>();
        BlittableValue.Open(converter.Convert(text)).WriteJson(output);
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }
}
