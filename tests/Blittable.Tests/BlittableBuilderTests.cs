using System.Buffers;
using System.Text;
using Blittable.Dates;

namespace Blittable.Tests;

[Trait(Category.Name, Category.Vector)]
public class BlittableBuilderTests
{
    public static TheoryData<BlittableMode> Modes => [BlittableMode.Memory, BlittableMode.Disk];

    [Theory]
    [MemberData(nameof(Modes))]
    public void Every_kind_of_value_is_built_and_read_back(BlittableMode mode)
    {
        using var builder = new BlittableBuilder(new BlittableOptions { Mode = mode });
        builder.WriteStartObject();
        builder.WritePropertyName("negative");
        builder.WriteNumber(long.MinValue);
        builder.WritePropertyName("unsigned");
        builder.WriteNumber(ulong.MaxValue);
        builder.WritePropertyName("decimal");
        builder.WriteNumber(-12.50m);
        builder.WritePropertyName("wide");
        builder.WriteNumber(decimal.MaxValue);
        builder.WritePropertyName("double");
        builder.WriteNumber(0.1);
        builder.WritePropertyName("float");
        builder.WriteNumber(0.1f);
        builder.WritePropertyName("binary");
        builder.WriteBinary([1, 2, 255]);
        builder.WritePropertyName("extension");
        builder.WriteExtension(200, [7]);
        builder.WritePropertyName("date");
        Assert.True(Iso8601.TryParse("2020-02-29T01:02:03Z"u8, out var date, out var form));
        builder.WriteDate(date, form);
        builder.WritePropertyName("list");
        builder.WriteStartArray();
        builder.WriteNull();
        builder.WriteBoolean(true);
        builder.WriteString("tëxt");
        builder.WriteStartObject();
        builder.WriteEndObject();
        builder.WriteEndArray();
        builder.WriteEndObject();
        using var document = builder.ToDocument();

        Assert.Equal(
            """{"negative":-9223372036854775808,"unsigned":18446744073709551615,"decimal":-12.50,"wide":79228162514264337593543950335,"double":"""
                + """0.1,"float":0.1,"binary":"AQL/","extension":"Bw==","date":"2020-02-29T01:02:03Z","list":[null,true,"tëxt",{}]}""",
            document.Root.ToJson(new BlittableJsonOptions { NotJson = BlittableNotJson.String }));
        Assert.Equal(BlittableErrorCode.NotJson, Assert.Throws<BlittableException>(() => document.Root.ToJson()).Code);
        Assert.True(document.Root.GetProperty("extension"u8).TryGetExtension(out var type, out var data));
        Assert.Equal((200, 7), (type, data[0]));
        Assert.Equal(0.1f, document.Root.GetProperty("float"u8).GetSingle());
        Assert.Equal([1, 2, 255], document.Root.GetProperty("binary"u8).GetBytes().ToArray());
        Assert.True(document.Root.GetProperty("date"u8).IsDate);
    }

    [Fact]
    public void A_builder_writes_one_document_after_another()
    {
        using var builder = new BlittableBuilder();
        for (var i = 0; i < 3; i++)
        {
            builder.WriteStartObject();
            builder.WritePropertyName("i"u8);
            builder.WriteNumber(i);
            builder.WriteEndObject();
            Assert.Equal($"{{\"i\":{i}}}", BlittableValue.Open(builder.Finish()).ToJson());
        }
    }

    [Fact]
    public void Calls_out_of_order_are_refused()
    {
        using var builder = new BlittableBuilder();
        Assert.Throws<InvalidOperationException>(() => builder.Finish());
        builder.WriteStartObject();
        Assert.Throws<InvalidOperationException>(() => builder.WriteNull());
        Assert.Throws<InvalidOperationException>(builder.WriteEndArray);
        builder.WritePropertyName("a"u8);
        Assert.Throws<InvalidOperationException>(() => builder.WritePropertyName("b"u8));
        Assert.Throws<InvalidOperationException>(builder.WriteEndObject);
        builder.WriteNull();
        builder.WriteEndObject();
        Assert.Throws<InvalidOperationException>(() => builder.WriteNull());
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_clone_of_a_value_equals_the_value(BlittableMode mode)
    {
        const string part = """{"a":[1,2.50,"2021-01-01",{"s":"a string that repeats itself","t":"a string that repeats itself"}],"b":{}}""";
        using var document = BlittableDocument.Parse($$"""{"x":{{part}},"y":[{{part}}]}""", new BlittableOptions { Mode = mode });
        using var clone = document.Root.GetProperty("y"u8)[0].Clone();
        Assert.Equal(part, clone.Root.ToJson());
        Assert.True(clone.Bytes.Length < document.Bytes.Length);
    }

    [Fact]
    public void Reset_discards_open_containers()
    {
        using var builder = new BlittableBuilder();
        builder.WriteStartObject();
        builder.Reset();
        Assert.Throws<InvalidOperationException>(() => builder.WritePropertyName("a"));
        Assert.Throws<InvalidOperationException>(builder.WriteEndObject);
        builder.WriteNumber(1);
        Assert.Equal("1", builder.ToDocument().Root.ToJson());
    }

    [Fact]
    public void A_name_whose_value_is_refused_keeps_waiting_for_a_value()
    {
        using var builder = new BlittableBuilder(new BlittableOptions { MaxDepth = 1 });
        builder.WriteStartObject();
        builder.WritePropertyName("a");
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(builder.WriteStartArray).Code);
        Assert.Equal(BlittableErrorCode.InvalidUtf8, Assert.Throws<BlittableException>(() => builder.WriteString([0xFF])).Code);
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => builder.WriteValue(default)).Code);
        Assert.Throws<InvalidOperationException>(() => builder.WritePropertyName("b"));
        builder.WriteNumber(1);
        builder.WriteEndObject();
        Assert.Equal("""{"a":1}""", builder.ToDocument().Root.ToJson());
    }

    [Fact]
    public void A_value_that_cannot_be_copied_completely_resets_the_builder()
    {
        using var deep = BlittableDocument.Parse("[1,[[2]]]");
        using var builder = new BlittableBuilder(new BlittableOptions { Mode = BlittableMode.Disk, MaxDepth = 2 });
        builder.WriteStartArray();
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => builder.WriteValue(deep.Root)).Code);
        builder.WriteString("next");
        Assert.Equal("\"next\"", builder.ToDocument().Root.ToJson());
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Calls_in_any_order_produce_valid_documents_or_the_expected_exceptions(BlittableMode mode)
    {
        using var builder = new BlittableBuilder(new BlittableOptions { Mode = mode, MaxDepth = 4 });
        using var deep = BlittableDocument.Parse("""[{"a":[{"b":[1]}]}]""");
        using var flat = BlittableDocument.Parse("""{"a":[1,2.5,"a text","a text"],"b":{}}""");
        Action[] calls =
        [
            builder.WriteStartArray, builder.WriteStartObject, builder.WriteEndArray, builder.WriteEndArray, builder.WriteEndObject, builder.WriteEndObject,
            () => builder.WritePropertyName("name"), () => builder.WritePropertyName("other"),
            () => builder.WriteNumber(7), () => builder.WriteString("a text"),
            () => builder.WriteValue(deep.Root), () => builder.WriteValue(flat.Root), () => builder.WriteString([0xFF]),
        ];
        var random = new Random(3);
        var finished = 0;
        for (var i = 0; i < 5_000; i++)
        {
            try
            {
                calls[random.Next(calls.Length)]();
                using var document = builder.ToDocument();
                document.Validate();
                using var again = BlittableDocument.Parse(document.Root.ToJson());
                finished++;
            }
            catch (InvalidOperationException)
            {
                // The call was out of order.
            }
            catch (BlittableException fault)
            {
                Assert.True(fault.Code is BlittableErrorCode.TooDeep or BlittableErrorCode.InvalidUtf8, fault.Message);
            }
        }

        Assert.InRange(finished, 25, 5_000);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_copied_value_is_no_deeper_than_the_converted_value(BlittableMode mode)
    {
        const string json = """[{"a":[],"b":{}},[]]""";
        var options = new BlittableOptions { Mode = mode, MaxDepth = 2 };
        using var document = BlittableDocument.Parse(json, options);
        using var builder = new BlittableBuilder(options);
        builder.WriteValue(document.Root);
        using var copy = builder.ToDocument();
        copy.Validate();
        Assert.Equal(json, copy.Root.ToJson());
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_container_that_exceeds_the_available_room_resets_the_builder(BlittableMode mode)
    {
        using var builder = new BlittableBuilder(new BlittableOptions { Mode = mode, ShareValues = false }, maxCapacity: 1 << 16);
        foreach (var isObject in (bool[])[false, true])
        {
            builder.WriteStartArray();
            for (var i = 0; i < 20_000; i++)
            {
                if (i % 2 == 0)
                {
                    builder.WriteNull();
                }
                else
                {
                    builder.WriteNumber(100);
                }
            }

            Assert.Equal(BlittableErrorCode.DocumentTooLarge, Assert.Throws<BlittableException>(builder.WriteEndArray).Code);
            if (isObject)
            {
                builder.WriteStartObject();
                builder.WriteEndObject();
            }
            else
            {
                builder.WriteNull();
            }

            using var next = builder.ToDocument();
            next.Validate();
            Assert.Equal(isObject ? "{}" : "null", next.Root.ToJson());
        }
    }

    [Fact]
    public void An_error_names_what_the_builder_expects()
    {
        using var builder = new BlittableBuilder();
        Expect("finish the document", "the document has no value", () => builder.Finish());
        builder.WriteStartArray();
        Expect("write a property name", "the innermost open container is an array", () => builder.WritePropertyName("a"));
        builder.WriteStartObject();
        Expect("write a value", "the open object accepts only a property name or its end", builder.WriteNull);
        builder.WritePropertyName("a");
        Expect("end an object", "the last property name has no value yet", builder.WriteEndObject);
        builder.WriteNull();
        builder.WriteEndObject();
        builder.WriteEndArray();
        Expect("write a value", "the document is already complete", builder.WriteStartArray);

        static void Expect(string action, string state, Action call) =>
            Assert.Equal($"Cannot {action}: {state}.", Assert.Throws<InvalidOperationException>(call).Message);
    }

    [Fact]
    public void The_error_of_an_invalid_text_has_the_offset_of_the_first_invalid_byte()
    {
        using var builder = new BlittableBuilder();
        var text = Assert.Throws<BlittableException>(() => builder.WriteString([.. "abc"u8, 0xFF]));
        Assert.Equal((BlittableErrorCode.InvalidUtf8, 3), (text.Code, text.Offset));
        builder.WriteNull();
        Assert.Equal("null", BlittableValue.Open(builder.Finish()).ToJson());
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_date_without_a_text_form_is_refused(BlittableMode mode)
    {
        using var builder = new BlittableBuilder(new BlittableOptions { Mode = mode });
        var date = new Timestamp(long.MaxValue);
        Assert.Equal(BlittableErrorCode.NumberOutOfRange, Assert.Throws<BlittableException>(() => builder.WriteDate(date, DateTextForm.For(date))).Code);
    }

    [Fact]
    public void A_disposed_builder_refuses_every_call()
    {
        var builder = new BlittableBuilder();
        builder.WriteStartObject();
        builder.WritePropertyName("long");
        builder.WriteBinary(new byte[1 << 20]);
        builder.Dispose();
        Assert.Throws<ObjectDisposedException>(() => builder.WritePropertyName("a"));
        Assert.Throws<ObjectDisposedException>(builder.WriteNull);
        Assert.Throws<ObjectDisposedException>(builder.WriteStartArray);
        Assert.Throws<ObjectDisposedException>(builder.WriteEndArray);
        Assert.Throws<ObjectDisposedException>(builder.WriteEndObject);
        Assert.Throws<ObjectDisposedException>(builder.Reset);
        Assert.Throws<ObjectDisposedException>(() => builder.Finish());
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Framework_types_have_the_text_that_JsonSerializer_writes(BlittableMode mode)
    {
        using var builder = new BlittableBuilder(new BlittableOptions { Mode = mode });
        var offset = TimeSpan.FromMinutes(-90);
        foreach (var ticks in new long[] { 0, 1, 10, 1_234_567, 5_000_000, 638_000_000_000_000_000, 638_000_000_123_400_000 })
        {
            var instant = new DateTimeOffset(ticks + TimeSpan.TicksPerDay, offset);
            Holds(() => builder.WriteDate(instant), instant);
            Holds(() => builder.WriteDate(instant.UtcDateTime), instant.UtcDateTime);
            Holds(() => builder.WriteDate(instant.DateTime), instant.DateTime);
            Holds(() => builder.WriteDate(DateOnly.FromDateTime(instant.DateTime)), DateOnly.FromDateTime(instant.DateTime));
            Holds(() => builder.WriteTime(TimeOnly.FromDateTime(instant.DateTime)), TimeOnly.FromDateTime(instant.DateTime));
        }

        var guid = new Guid("00112233-4455-6677-8899-aabbccddeeff");
        Holds(() => builder.WriteGuid(guid), guid);
        Holds(() => builder.WriteNumber(12.50m), 12.50m);
        Holds(() => builder.WriteDate(new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero)), new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero));

        void Holds<T>(Action write, T value)
        {
            write();
            using var document = builder.ToDocument();
            var json = System.Text.Json.JsonSerializer.SerializeToElement(value);
            Assert.Equal(json.GetRawText().Replace("\\u002B", "+", StringComparison.Ordinal), document.Root.ToJson());
            document.Validate();
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Names_are_strings_bytes_or_prepared_names_and_strings_are_UTF16_of_any_length(BlittableMode mode)
    {
        using var builder = new BlittableBuilder(new BlittableOptions { Mode = mode });
        var prepared = new BlittableName("größe");
        var texts = new[] { "", "a", "ü", new string('x', 63), new string('ß', 64), new string('日', 30_000), "\u0000\u0001\ud83d\ude00" };
        for (var turn = 0; turn < 3; turn++)
        {
            builder.WriteStartArray();
            foreach (var text in texts)
            {
                builder.WriteStartObject();
                builder.WritePropertyName("one");
                builder.WriteString(text);
                builder.WritePropertyName("two"u8);
                builder.WriteString(Encoding.UTF8.GetBytes(text));
                builder.WritePropertyName(prepared);
                builder.WriteString(text.AsSpan());
                builder.WritePropertyName("größe");
                builder.WriteNull();
                builder.WriteEndObject();
            }

            builder.WriteEndArray();
            var output = new ArrayBufferWriter<byte>();
            builder.Finish(output);

            var root = BlittableValue.Open(output.WrittenSpan);
            for (var i = 0; i < texts.Length; i++)
            {
                Assert.Equal(texts[i], root[i].GetProperty("one").GetString());
                Assert.Equal(texts[i], root[i].GetProperty("two").GetString());
                Assert.True(root[i].TryGetChild(2, out var third) && third.TextEquals(texts[i]));
                Assert.Equal(BlittableValueKind.Null, root[i].GetProperty(prepared).Kind);
            }
        }
    }

    [Fact]
    public void Text_with_an_unpaired_surrogate_is_refused_and_the_builder_still_expects_a_value()
    {
        using var builder = new BlittableBuilder();
        Assert.Equal(1, Assert.Throws<BlittableException>(() => builder.WriteString("a\ud83d")).Offset);
        builder.WriteString("b");
        Assert.Equal("\"b\"", builder.ToDocument().Root.ToJson());
    }

    [Fact]
    public void A_date_outside_the_years_that_its_text_can_represent_is_refused()
    {
        using var builder = new BlittableBuilder();
        Assert.Throws<BlittableException>(() => builder.WriteDate(new Timestamp(1L << 50), DateTextForm.Utc));
        Assert.Throws<BlittableException>(() => builder.WriteDate(new Timestamp(0, 1_000_000_000), DateTextForm.Utc));
    }

    [Fact]
    public void A_builder_may_move_between_threads_within_a_document()
    {
        using var builder = new BlittableBuilder();
        builder.WriteStartArray();
        for (var i = 0; i < 20; i++)
        {
            var number = i;
            var thread = new Thread(() => builder.WriteNumber(number));
            thread.Start();
            thread.Join();
            builder.WriteNumber(-i);
        }

        builder.WriteEndArray();
        Assert.Equal(40, builder.ToDocument().Root.Count);
    }
}
