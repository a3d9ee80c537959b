using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Blittable.Layout;
using Blittable.Rendering;
using Blittable.Tests.Reading;

namespace Blittable.Tests.Rendering;

[Trait(Category.Name, Category.Vector)]
public class JsonRendererTests
{
    private const string Sample =
        """{"name":"Zürich \"x\"\n","list":[1,-2,3.50,[],{}],"empty":"","o":{"a":null,"b":[true,false]},"""
        + "\"date\":\"2011-01-01T00:00:00Z\",\"big\":123456789012345678901234567890}";

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void A_document_is_restored_by_every_kind_of_output(BlittableMode mode)
    {
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        var root = BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(Sample)));
        Assert.Equal(Sample, root.ToJson());

        var stream = new MemoryStream();
        root.WriteJson(stream);
        Assert.Equal(Sample, Encoding.UTF8.GetString(stream.ToArray()));

        var stingy = new StingyWriter();
        root.WriteJson(stingy);
        Assert.Equal(Sample, Encoding.UTF8.GetString(stingy.Written));

        var output = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(output, new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }))
        {
            root.WriteTo(writer);
        }

        Assert.Equal(Sample, Encoding.UTF8.GetString(output.WrittenSpan));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(300)]
    public void An_output_that_returns_less_room_than_requested_is_refused_or_filled_without_an_endless_loop(int most)
    {
        var json = $"[{string.Join(',', Enumerable.Repeat(Sample, 40))}]";
        foreach (var mode in (BlittableMode[])[BlittableMode.Memory, BlittableMode.Disk])
        {
            using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode, DetectDates = false });
            var numbers = new BlittableMessagePackOptions { Numbers = BlittableMessagePackNumbers.Text };
            RefusedOrFilled(Encoding.UTF8.GetBytes(json), writer => document.Root.WriteJson(writer));
            RefusedOrFilled(BlittableMessagePack.ToArray(document.Root, numbers), writer => BlittableMessagePack.Write(document.Root, writer, numbers));
        }

        void RefusedOrFilled(byte[] expected, Action<IBufferWriter<byte>> write)
        {
            var writer = new StingyWriter(most: most);
            try
            {
                write(writer);
                Assert.Equal(expected, writer.Written.ToArray());
                Assert.NotEqual(0, most);
            }
            catch (ArgumentException fault)
            {
                Assert.Equal("output", fault.ParamName);
            }
        }
    }

    [Theory]
    [InlineData("\"an earlier string that is long enough\",\"an earlier string that is continued\"")]
    [InlineData("\"an \\\"earlier\\\" string with escapes in it\",\"an \\\"earlier\\\" string with no more\"")]
    [InlineData("[\"once and again\",1],[\"once and again\",1],[\"once and again\",1],[\"once and again\",1]")]
    public void Repeated_values_are_restored_for_texts_near_the_length_from_which_they_are_cached(string values)
    {
        for (var length = 900; length < 1100; length++)
        {
            var json = $"[{values},\"{new string('x', length - values.Length)}\",{values}]";
            using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk, NanosecondsPerByte = 1000 });
            Assert.NotEqual(0, document.Bytes.Span[^1] & Trailer.Shared);
            Assert.Equal(json, document.Root.ToJson());
        }
    }

    [Fact]
    public void Indented_text_equals_the_text_of_the_framework()
    {
        using var converter = new BlittableConverter();
        var root = BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(Sample)));
        var output = new ArrayBufferWriter<byte>();
        root.WriteJson(output, indented: true);

        Assert.Equal(Indented(Sample), Encoding.UTF8.GetString(output.WrittenSpan));
    }

    [Theory]
    [MemberData(nameof(NumberArrayLayoutTests.Arrays), MemberType = typeof(NumberArrayLayoutTests))]
    public void Number_arrays_are_restored_indented_and_through_small_buffers(string json)
    {
        json = $$"""{"x":{{json}},"y":[{{json}},1]}""";
        using var packed = BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk });
        using var plain = BlittableDocument.Parse(json);
        foreach (var indented in new[] { false, true })
        {
            var expected = new ArrayBufferWriter<byte>();
            plain.Root.WriteJson(expected, indented);
            var stingy = new StingyWriter();
            packed.Root.WriteJson(stingy, indented);
            Assert.Equal(Encoding.UTF8.GetString(expected.WrittenSpan), Encoding.UTF8.GetString(stingy.Written));

            var element = new StingyWriter();
            packed.Root.GetProperty("x")[1].WriteJson(element, indented);
            expected.ResetWrittenCount();
            plain.Root.GetProperty("x")[1].WriteJson(expected, indented);
            Assert.Equal(Encoding.UTF8.GetString(expected.WrittenSpan), Encoding.UTF8.GetString(element.Written));
        }
    }

    [Theory]
    [InlineData("\"one string\"")]
    [InlineData("\"2011-01-01T00:00:00.123456789Z\"")]
    [InlineData("\"ab\"")]
    [InlineData("[\"one string\"]")]
    [InlineData("{\"a\":\"one string\",\"b\":[1,2,3]}")]
    [InlineData("[1.25,-3]")]
    [InlineData("1e1000")]
    [InlineData("[]")]
    [InlineData("null")]
    public void Arrays_of_equal_elements_are_restored_by_every_kind_of_output(string element)
    {
        foreach (var compression in Enum.GetValues<StringCompression>())
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk, StringCompression = compression });
            for (var count = 1; count < 12; count++)
            {
                var equal = "[" + string.Join(',', Enumerable.Repeat(element, count)) + "]";
                var json = $$"""{"x":{{equal}},"y":[{{equal}},{{equal}},{{equal}},{{equal}},{{equal}}],"z":{{equal}}}""";
                var document = converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray();
                var root = BlittableValue.Open(document);
                Assert.Equal(json, root.ToJson());
                Assert.Equal(count, root.GetProperty("y"u8)[4].Count);
                Assert.Equal(element, root.GetProperty("y"u8)[4][count - 1].ToJson());
                var stingy = new StingyWriter();
                root.WriteJson(stingy);
                Assert.Equal(json, Encoding.UTF8.GetString(stingy.Written));
                Assert.Equal(Indented(json), root.ToJson(new BlittableJsonOptions { Indented = true }));
                BlittableDocument.Open(document).Validate();
                using var clone = root.Clone();
                Assert.Equal(json, clone.Root.ToJson());
            }
        }
    }

    [Fact]
    public void Arrays_of_a_few_numbers_are_restored_through_small_buffers()
    {
        var random = new Random(8);
        string[] numbers =
        [
            "1.5", "-0.25", "12345.678901234567", "-65.613616999999977", "64", "70000",
            "1e5", "1.0E-7", "-0", "123456789012345678901234567890.1", "7", "\"x\"", "[1.5]",
        ];
        using var converter = new BlittableConverter();
        for (var round = 0; round < 2000; round++)
        {
            var members = Enumerable.Range(0, random.Next(1, 4)).Select(i => $"\"{new string('n', random.Next(70))}{i}\":{Array()}");
            var json = $$"""[{{Array()}},{{{string.Join(',', members)}}},{{Array()}}]""";
            var stingy = new StingyWriter();
            BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(json))).WriteJson(stingy);
            Assert.Equal(json, Encoding.UTF8.GetString(stingy.Written));
        }

        string Number() => numbers[random.Next(random.Next(3) == 0 ? numbers.Length : 6)];
        string Array() => $"[{string.Join(',', Enumerable.Range(0, random.Next(11)).Select(_ => Number()))}]";
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Strings_of_every_length_with_an_escape_at_every_position_are_restored_through_small_buffers(BlittableMode mode)
    {
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        for (var length = 0; length < 300; length += length < 140 ? 1 : 37)
        {
            for (var place = 0; place <= length; place += 1 + (length / 20))
            {
                var text = new string('x', length).Insert(place, "\\u0001\\\"");
                var json = $$"""{"{{text}}":["{{text}}","{{new string('y', length)}}","{{text}}"]}""";
                var stingy = new StingyWriter();
                BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(json))).WriteJson(stingy);
                Assert.Equal(json, Encoding.UTF8.GetString(stingy.Written));
            }
        }
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void A_string_of_megabytes_is_written_in_pieces(BlittableMode mode)
    {
        var random = new Random(7);
        var text = new StringBuilder();
        for (var i = 0; i < 300_000; i++)
        {
            text.Append(random.Next(9) switch { 0 => "\\n", 1 => "木", 2 => "\\u0002", _ => ((char)random.Next('a', 'z')).ToString() });
        }

        var json = "[\"" + text + "\",\"" + new string(' ', 200_000) + "\"]";
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        var stingy = new StingyWriter();
        BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(json))).WriteJson(stingy);
        Assert.Equal(json, Encoding.UTF8.GetString(stingy.Written));
    }

    [Fact]
    public void Deeply_nested_documents_do_not_use_the_stack()
    {
        const int depth = 100_000;
        var json = new string('[', depth) + new string(']', depth);
        using var converter = new BlittableConverter(new BlittableOptions { MaxDepth = depth });
        Assert.Equal(json, BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(json))).ToJson());
    }

    [Fact]
    public void Kinds_that_JSON_lacks_are_written_as_configured()
    {
        byte[] nan = [0xB5, 0, 0, 0, 0, 0, 0, 0xF8, 0x7F]; // float64, not a number
        byte[] infinity = [0xB4, 0, 0, 0x80, 0xFF]; //        float32, minus infinity
        byte[] extension = [0xB7, 0x05, 0x03, 1, 2, 3]; //    type 5, 3 bytes
        byte[] binary = [0xB6, 0x04, 0xFF, 0xFE, 0xFD, 0xFC]; // 4 bytes
        byte[] half = [0xB4, 0, 0, 0, 0x3F]; //               float32, 0.5

        foreach (var value in new[] { nan, infinity, extension })
        {
            var document = DocumentBytes.Of(value);
            Assert.Equal(BlittableErrorCode.NotJson, Assert.Throws<BlittableException>(() => BlittableValue.Open(document).ToJson()).Code);
            Assert.Equal("null", BlittableValue.Open(document).ToJson(new BlittableJsonOptions { NotJson = BlittableNotJson.Null }));
        }

        var asString = new BlittableJsonOptions { NotJson = BlittableNotJson.String };
        Assert.Equal("\"NaN\"", BlittableValue.Open(DocumentBytes.Of(nan)).ToJson(asString));
        Assert.Equal("\"-Infinity\"", BlittableValue.Open(DocumentBytes.Of(infinity)).ToJson(asString));
        Assert.Equal("\"AQID\"", BlittableValue.Open(DocumentBytes.Of(extension)).ToJson(asString));
        Assert.Equal("\"//79/A==\"", BlittableValue.Open(DocumentBytes.Of(binary)).ToJson());
        Assert.Equal("0.5", BlittableValue.Open(DocumentBytes.Of(half)).ToJson());
    }

    [Fact]
    public void A_value_that_JSON_lacks_is_named_by_its_path()
    {
        using var builder = new BlittableBuilder();
        builder.WriteStartObject();
        builder.WritePropertyName("a b");
        builder.WriteStartArray();
        builder.WriteNumber(1.5);
        builder.WriteStartArray();
        builder.WriteNumber(double.NegativeInfinity);
        builder.WriteEndArray();
        builder.WriteEndArray();
        builder.WriteEndObject();
        using var document = builder.ToDocument();

        var fault = Assert.Throws<BlittableException>(() => document.Root.ToJson());
        Assert.Equal($"JSON cannot represent an infinity at '$['a b'][1][0]' (byte {fault.Offset}).", fault.Message);
        fault = Assert.Throws<BlittableException>(() => document.Root.GetProperty("a b"u8)[1][0].ToJson());
        Assert.Equal($"JSON cannot represent an infinity at byte {fault.Offset}.", fault.Message);
    }

    [Fact]
    public void Shared_values_that_JSON_lacks_may_be_longer_as_strings_than_the_recorded_length()
    {
        byte[] infinity = [0xB4, 0, 0, 0x80, 0x7F];
        var bytes = new DocumentBytes();
        bytes.Add(infinity);
        var array = bytes.Add(Tag.Array, 0x02, 0x05, 0x05);
        var document = BlittableDocument.Open(bytes.FinishShared(array, textLength: 11, depth: 1));

        document.Validate();
        Assert.Equal("[null,null]", document.Root.ToJson(new BlittableJsonOptions { NotJson = BlittableNotJson.Null }));
        Assert.Equal("[\"Infinity\",\"Infinity\"]", document.Root.ToJson(new BlittableJsonOptions { NotJson = BlittableNotJson.String }));
    }

    [Fact]
    public void Shared_values_are_restored_through_buffers_of_any_size()
    {
        var random = new Random(11);
        using var converter = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk });
        for (var round = 0; round < 60; round++)
        {
            var json = RepeatedValues(random, elements: 1 + (round * 20));
            var document = converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray();
            Assert.Equal(json, BlittableValue.Open(document).ToJson());
            foreach (var more in new[] { 0, random.Next(1000), 50_000 })
            {
                var stingy = new StingyWriter(more);
                BlittableValue.Open(document).WriteJson(stingy);
                Assert.Equal(json, Encoding.UTF8.GetString(stingy.Written));
            }
        }
    }

    [Fact]
    public void A_nested_rendering_does_not_disturb_the_outer_rendering()
    {
        var random = new Random(12);
        var options = new BlittableOptions { Mode = BlittableMode.Disk };
        var json = RepeatedValues(random, elements: 3000);
        using var outer = BlittableDocument.Parse(json, options);
        using var inner = BlittableDocument.Parse(RepeatedValues(random, elements: 3000), options);
        var stingy = new StingyWriter(whenAdvanced: () => inner.Root.WriteJson(new ArrayBufferWriter<byte>()));
        outer.Root.WriteJson(stingy);
        Assert.Equal(json, Encoding.UTF8.GetString(stingy.Written));
    }

    /// <summary>Returns objects, arrays and strings that each occur several times, some inside each other.</summary>
    private static string Indented(string json)
    {
        var indented = new ArrayBufferWriter<byte>();
        var options = new JsonWriterOptions { Indented = true, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        using (var writer = new Utf8JsonWriter(indented, options))
        using (var document = JsonDocument.Parse(json))
        {
            document.RootElement.WriteTo(writer);
        }

        return Encoding.UTF8.GetString(indented.WrittenSpan);
    }

    private static string RepeatedValues(Random random, int elements)
    {
        var values = new List<string> { "{}", "1", "null" };
        for (var i = 0; i < 20; i++)
        {
            var text = string.Concat(Enumerable.Repeat("the words that there are ", random.Next(1, 8))) + i + (i % 5 == 0 ? "\\n" : "");
            var one = values[random.Next(values.Count)];
            var other = values[random.Next(values.Count)];
            values.Add((i % 4) switch
            {
                0 => $$"""{"name":"{{text}}","value":{{one}}}""",
                1 => $"""["{text}",{one},{other}]""",
                _ => $"\"{text}\"",
            });
        }

        return "[" + string.Join(",", Enumerable.Range(0, elements).Select(_ => values[random.Next(values.Count)])) + "]";
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Dates_of_every_form_and_year_are_restored(BlittableMode mode)
    {
        var random = new Random(44);
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        string[] forms =
        [
            "yyyy-MM-dd", "yyyy-MM-ddTHH:mm:ssZ", "yyyy-MM-ddTHH:mm:ss", "yyyy-MM-dd HH:mm:ss",
            "yyyy-MM-ddTHH:mm:ss.fffZ", "yyyy-MM-ddTHH:mm:ss.fffffffZ", "yyyy-MM-ddTHH:mm:ss+02:00",
        ];
        for (var round = 0; round < 300; round++)
        {
            var range = round % 3 == 0 ? DateTime.MaxValue.Ticks : TimeSpan.TicksPerDay * 3653 * 6;
            var start = round % 3 == 0 ? 0 : new DateTime(1960, 1, 1).Ticks;
            var dates = forms.Select(form => '"' + new DateTime(start + random.NextInt64(range)).ToString(form, CultureInfo.InvariantCulture) + '"');
            var json = "[" + string.Join(",", dates) + ",\"0000-01-01\",\"9999-12-31\",\"0001-01-01T00:00:00Z\"]";
            Assert.Equal(json, BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(json))).ToJson());
        }
    }
}
