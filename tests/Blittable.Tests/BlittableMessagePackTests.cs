using Blittable.Dates;

namespace Blittable.Tests;

/// <summary>The MessagePack form of every kind of value, byte by byte.</summary>
[Trait(Category.Name, Category.Vector)]
public class BlittableMessagePackTests
{
    private static readonly BlittableMode[] Modes = [BlittableMode.Memory, BlittableMode.Disk];

    private static readonly BlittableJsonOptions AnyValue = new() { NotJson = BlittableNotJson.String };

    /// <summary>MessagePack in its shortest form, and the JSON of the same value.</summary>
    public static TheoryData<string, string> ShortestForms => new()
    {
        // Integers: in the code, then in 1, 2, 4 and 8 bytes, at both ends of each range.
        { "00", "0" },
        { "3f", "63" },
        { "40", "64" },
        { "7f", "127" },
        { "cc80", "128" },
        { "ccff", "255" },
        { "cd0100", "256" },
        { "cdffff", "65535" },
        { "ce00010000", "65536" },
        { "ceffffffff", "4294967295" },
        { "cf0000000100000000", "4294967296" },
        { "cfffffffffffffffff", "18446744073709551615" },
        { "ff", "-1" },
        { "e0", "-32" },
        { "d0df", "-33" },
        { "d080", "-128" },
        { "d1ff7f", "-129" },
        { "d18000", "-32768" },
        { "d2ffff7fff", "-32769" },
        { "d280000000", "-2147483648" },
        { "d3ffffffff7fffffff", "-2147483649" },
        { "d38000000000000000", "-9223372036854775808" },

        // Literals and floats: 0.5 is 3fe0..., -0 is its sign bit only, 1e300 is 7e37....
        { "c0", "null" },
        { "c2", "false" },
        { "c3", "true" },
        { "cb3fe0000000000000", "0.5" },
        { "cb8000000000000000", "-0" },
        { "cb7e37e43c8800759c", "1E+300" },

        // Strings: 0 and 31 bytes with the length in the code, then with a length byte.
        { "a0", "\"\"" },
        { "a3616263", "\"abc\"" },
        { "a3e697a5", "\"日\"" },
        { "bf" + Hex('x', 31), '"' + new string('x', 31) + '"' },
        { "d920" + Hex('x', 32), '"' + new string('x', 32) + '"' },
        { "d9ff" + Hex('x', 255), '"' + new string('x', 255) + '"' },
        { "da0100" + Hex('x', 256), '"' + new string('x', 256) + '"' },
        { "db00010000" + Hex('x', 65_536), '"' + new string('x', 65_536) + '"' },

        // Containers: 15 with the count in the code, 16 with a count of two bytes.
        { "90", "[]" },
        { "80", "{}" },
        { "9301c090", "[1,null,[]]" },
        { "82a16101a162" + "81a16380", """{"a":1,"b":{"c":{}}}""" },
        { "9f" + Hex('\x01', 15), "[" + string.Join(',', Enumerable.Repeat(1, 15)) + "]" },
        { "dc0010" + Hex('\x01', 16), "[" + string.Join(',', Enumerable.Repeat(1, 16)) + "]" },
        { "dd00010000" + Hex('\x01', 65_536), "[" + string.Join(',', Enumerable.Repeat(1, 65_536)) + "]" },
        {
            "de0010" + string.Concat(Enumerable.Range(0, 16).Select(i => $"a1{'a' + i:x2}05")),
            "{" + string.Join(',', Enumerable.Range(0, 16).Select(i => $"\"{(char)('a' + i)}\":5")) + "}"
        },
    };

    [Theory]
    [MemberData(nameof(ShortestForms))]
    public void Values_round_trip_through_the_shortest_MessagePack(string hex, string json)
    {
        foreach (var mode in Modes)
        {
            var options = new BlittableOptions { Mode = mode };
            using var converted = BlittableDocument.Parse(json, options);
            Assert.Equal(hex, Convert.ToHexStringLower(BlittableMessagePack.ToArray(converted.Root)));
            using var read = BlittableMessagePack.ToDocument(Convert.FromHexString(hex), options);
            read.Validate();
            Assert.Equal(json, read.Root.ToJson());
        }
    }

    [Theory]
    [InlineData("cc05", "5")]
    [InlineData("d105ff", "1535")]
    [InlineData("d3ffffffffffffffff", "-1")]
    [InlineData("d90161", "\"a\"")]
    [InlineData("db0000000161", "\"a\"")]
    [InlineData("df00000001d90161c0", """{"a":null}""")]
    public void Longer_forms_than_necessary_are_read(string hex, string json)
    {
        using var document = BlittableMessagePack.ToDocument(Convert.FromHexString(hex));
        Assert.Equal(json, document.Root.ToJson());
    }

    [Theory]
    [InlineData("2011-01-01T00:00:00Z", "d803806e1e4d000000000000000000000000")]
    [InlineData("2021-06-15T12:34:56.789012345+03:00", "d8034074c86000000000795f072fb4000000")]
    [InlineData("1969-12-31T23:59:59Z", "d803ffffffffffffffff0000000000000000")]
    public void A_date_is_written_as_the_configured_extension_with_its_record(string text, string hex)
    {
        var format = new BlittableMessagePackOptions { DateExtension = BlittableMessagePackDateExtension.RawFull() };
        foreach (var mode in Modes)
        {
            var options = new BlittableOptions { Mode = mode };
            using var document = BlittableDocument.Parse('"' + text + '"', options);
            var packed = BlittableMessagePack.ToArray(document.Root, format);
            Assert.Equal(hex, Convert.ToHexStringLower(packed));
            using var back = BlittableMessagePack.ToDocument(packed, options, format);
            back.Validate();
            Assert.True(back.Root.IsDate);
            Assert.Equal(text, back.Root.GetString());
        }
    }

    [Fact]
    public void A_date_is_read_after_every_extension_header()
    {
        var format = new BlittableMessagePackOptions { DateExtension = BlittableMessagePackDateExtension.RawFull() };
        using var document = BlittableDocument.Parse("\"2021-06-15T12:34:56.789+02:00\"");
        var payload = BlittableMessagePack.ToArray(document.Root, format).AsSpan(2).ToArray();
        foreach (var header in (byte[][])[[0xc7, 16, 3], [0xc8, 0, 16, 3], [0xc9, 0, 0, 0, 16, 3]])
        {
            using var back = BlittableMessagePack.ToDocument([.. header, .. payload], format: format);
            Assert.True(back.Root.IsDate);
            Assert.Equal(document.Root.ToJson(), back.Root.ToJson());
        }
    }

    [Fact]
    public void Written_timestamps_are_read_back_even_if_another_extension_has_their_type()
    {
        var format = new BlittableMessagePackOptions { Dates = BlittableMessagePackDates.Timestamp, DateExtension = BlittableMessagePackDateExtension.RawFull(-1) };
        using var document = BlittableDocument.Parse("""["1990-06-29T21:06:09.897Z","4311-03-17T00:00:00.200Z","1970-01-01T00:00:00Z"]""");
        using var back = BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(document.Root, format), format: format);
        Assert.Equal(document.Root.ToJson(), back.Root.ToJson());
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(33)]
    public void A_custom_extension_cannot_write_more_than_its_payload(int length)
    {
        var format = new BlittableMessagePackOptions { DateExtension = new Lying(length) };
        using var document = BlittableDocument.Parse("\"2011-01-01T00:00:00Z\"");
        Assert.Throws<ArgumentOutOfRangeException>(() => BlittableMessagePack.ToArray(document.Root, format));
    }

    /// <summary>Values that JSON lacks, and the base64 or text that represents them in JSON.</summary>
    [Theory]
    [InlineData("ca3dcccccd", "0.1")] // float32
    [InlineData("cb7ff8000000000001", "\"NaN\"")] // NaN with a payload
    [InlineData("caff800000", "\"-Infinity\"")]
    [InlineData("c403010203", "\"AQID\"")] // binary
    [InlineData("c50100" + Zeros512, "\"*\"")]
    [InlineData("d47f01", "\"AQ==\"")] // extension of type 127, one byte
    [InlineData("d8809f000000000000000000000000000001", "\"nwAAAAAAAAAAAAAAAAAAAQ==\"")] // type -128, 16 bytes
    [InlineData("c70305010203", "\"AQID\"")] // type 5, 3 bytes
    [InlineData("c70005", "\"\"")]
    public void Kinds_that_JSON_lacks_are_preserved_bit_by_bit(string hex, string json)
    {
        foreach (var mode in Modes)
        {
            using var document = BlittableMessagePack.ToDocument(Convert.FromHexString(hex), new BlittableOptions { Mode = mode });
            document.Validate();
            Assert.Equal(hex, Convert.ToHexStringLower(BlittableMessagePack.ToArray(document.Root)));
            Assert.True(json == "\"*\"" || json == document.Root.ToJson(AnyValue));
        }
    }

    [Fact]
    public void Extensions_and_binary_values_have_their_own_getters()
    {
        using var document = BlittableMessagePack.ToDocument(Convert.FromHexString("92c4020102c7030a010203"));
        Assert.Equal([1, 2], document.Root[0].GetBytes().ToArray());
        Assert.True(document.Root[1].TryGetExtension(out var type, out var data));
        Assert.Equal(10, type);
        Assert.Equal([1, 2, 3], data.ToArray());
    }

    [Fact]
    public void A_document_is_converted_with_its_own_options_regardless_of_earlier_calls()
    {
        var packed = Convert.FromHexString("92" + "d807806e1e4d000000000000000000000000" + "01");
        var raw = new BlittableMessagePackOptions { DateExtension = BlittableMessagePackDateExtension.RawFull(7) };
        for (var i = 0; i < 3; i++)
        {
            using var date = BlittableMessagePack.ToDocument(packed, format: raw);
            Assert.True(date.Root[0].IsDate);
            using var extension = BlittableMessagePack.ToDocument(packed);
            Assert.False(extension.Root[0].IsDate);
            Assert.Throws<BlittableException>(() => BlittableMessagePack.ToDocument(packed.AsSpan(0, 5)));
            Assert.Throws<BlittableException>(() => BlittableMessagePack.ToDocument(packed, new BlittableOptions { MaxDepth = 0 }));
            using var again = BlittableMessagePack.ToDocument(packed);
            Assert.Equal(extension.Bytes.ToArray(), again.Bytes.ToArray());
        }
    }

    [Theory]
    [InlineData("1.0", 1.0)]
    [InlineData("12.50", 12.5)]
    [InlineData("-65.613616999999977", -65.613616999999977)] // 17 digits, as printed by a program
    [InlineData("100000000000000000000", 1e20)]
    [InlineData("-10000000000000000000", -1e19)]
    [InlineData("1e-300", 1e-300)]
    [InlineData("0.1000000000000000055511151231257827", 0.1)] // 0.1 printed with 34 digits
    public void Numbers_that_a_double_represents_are_written_as_doubles(string json, double expected)
    {
        foreach (var mode in Modes)
        {
            using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode });
            using var back = BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(document.Root));
            Assert.Equal(expected, back.Root.GetDouble());
        }
    }

    [Theory]
    [InlineData("123456789012345678901234567890")]
    [InlineData("18446744073709551616.5")]
    [InlineData("-9223372036854775809")]
    [InlineData("0.1234567890123456789")]
    [InlineData("1e400")]
    [InlineData("1e-400")]
    public void A_number_that_a_double_cannot_represent_is_refused_or_written_as_configured(string json)
    {
        foreach (var mode in Modes)
        {
            using var document = BlittableDocument.Parse("[" + json + "]", new BlittableOptions { Mode = mode });
            var refused = Assert.Throws<BlittableException>(() => BlittableMessagePack.ToArray(document.Root));
            Assert.Equal(BlittableErrorCode.NumberOutOfRange, refused.Code);
            Assert.True(refused.Offset >= 0);

            using var text = BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(document.Root, new() { Numbers = BlittableMessagePackNumbers.Text }));
            Assert.Equal(json, text.Root[0].GetString());

            var nearest = new BlittableMessagePackOptions { Numbers = BlittableMessagePackNumbers.Nearest };
            if (json == "1e400")
            {
                Assert.Throws<BlittableException>(() => BlittableMessagePack.ToArray(document.Root, nearest));
            }
            else
            {
                using var rounded = BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(document.Root, nearest));
                Assert.Equal(double.Parse(json, System.Globalization.CultureInfo.InvariantCulture), rounded.Root[0].GetDouble());
            }
        }
    }

    [Theory]
    [InlineData("8101c0", 1)] // an integer
    [InlineData("82a16101c0c0", 4)] // nil, the second key
    [InlineData("8190c0", 1)] // an array
    public void A_key_that_is_not_a_string_is_refused_with_its_offset(string hex, int offset)
    {
        var fault = Fault(hex);
        Assert.Equal(BlittableErrorCode.WrongKind, fault.Code);
        Assert.Equal(offset, fault.Offset);
    }

    [Fact]
    public void Numeric_and_literal_keys_are_written_as_text_if_allowed()
    {
        var format = new BlittableMessagePackOptions { KeysToText = true };
        var packed = Convert.FromHexString(
            "8a" + "0501" + "ff02" + "cdffff03" + "d2ffff000004" + "cfffffffffffffffff05" + "c006" + "c207" + "c308" + "cb3ff800000000000009" + "ca3f0000000a");
        using var document = BlittableMessagePack.ToDocument(packed, format: format);
        Assert.Equal(
            """{"5":1,"-1":2,"65535":3,"-65536":4,"18446744073709551615":5,"null":6,"false":7,"true":8,"1.5":9,"0.5":10}""",
            document.Root.ToJson());
        Assert.Equal(BlittableErrorCode.WrongKind, Fault("8190c0", format: format).Code);
        Assert.Equal(BlittableErrorCode.WrongKind, Fault("81ca7fc00000c0", format: format).Code);
        Assert.Equal(BlittableErrorCode.WrongKind, Fault("81cbfff0000000000000c0", format: format).Code);
        Assert.Equal(BlittableErrorCode.UnexpectedEnd, Fault("81cd05", format: format).Code);
    }

    [Theory]
    [InlineData("9223372036854775807")]
    [InlineData("9223372036854775808")]
    [InlineData("9223372036854775809")]
    [InlineData("18446744073709551615")]
    [InlineData("-9223372036854775808")]
    public void A_decimal_without_a_fraction_is_an_integer(string text)
    {
        foreach (var mode in Modes)
        {
            using var builder = new BlittableBuilder(new BlittableOptions { Mode = mode });
            builder.WriteNumber(decimal.Parse(text, System.Globalization.CultureInfo.InvariantCulture));
            using var built = BlittableDocument.Open(builder.Finish().ToArray());
            using var parsed = BlittableDocument.Parse(System.Text.Encoding.UTF8.GetBytes($"[{text}]"), new BlittableOptions { Mode = mode });
            var packed = new System.Buffers.ArrayBufferWriter<byte>();
            var expected = new System.Buffers.ArrayBufferWriter<byte>();

            BlittableMessagePack.Write(built.Root, packed);
            BlittableMessagePack.Write(parsed.Root[0], expected);

            Assert.Equal(text, built.Root.ToJson());
            Assert.Equal(expected.WrittenSpan, packed.WrittenSpan);
        }
    }

    [Theory]
    [InlineData("", BlittableErrorCode.UnexpectedEnd, 0)]
    [InlineData("c1", BlittableErrorCode.InvalidData, 0)]
    [InlineData("9201c1", BlittableErrorCode.InvalidData, 2)]
    [InlineData("0102", BlittableErrorCode.TrailingCharacters, 1)]
    [InlineData("a2c328", BlittableErrorCode.InvalidUtf8, 0)]
    [InlineData("91a3eda080", BlittableErrorCode.InvalidUtf8, 1)] // an unpaired surrogate
    [InlineData("81a1ff01", BlittableErrorCode.InvalidUtf8, 1)]
    [InlineData("ddffffffff01", BlittableErrorCode.UnexpectedEnd, 0)]
    [InlineData("dfffffffff01", BlittableErrorCode.UnexpectedEnd, 0)]
    [InlineData("dbffffffff01", BlittableErrorCode.UnexpectedEnd, 0)]
    [InlineData("c67fffffff01", BlittableErrorCode.UnexpectedEnd, 0)]
    [InlineData("9391919190", BlittableErrorCode.TooDeep, 3)]
    public void An_error_states_its_code_and_offset(string hex, BlittableErrorCode code, int offset)
    {
        var fault = Fault(hex, new BlittableOptions { MaxDepth = 3 });
        Assert.Equal(code, fault.Code);
        Assert.Equal(offset, fault.Offset);
    }

    private const string Zeros512 =
        "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000" +
        "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000" +
        "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000" +
        "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000";

    private static BlittableException Fault(string hex, BlittableOptions? options = null, BlittableMessagePackOptions? format = null) =>
        Assert.Throws<BlittableException>(() => BlittableMessagePack.ToDocument(Convert.FromHexString(hex), options, format));

    [Fact]
    public void Writing_stops_at_the_limit()
    {
        using var document = BlittableDocument.Parse("[1,2,3]");
        Assert.Equal(4, BlittableMessagePack.ToArray(document.Root, new BlittableMessagePackOptions { MaxExpandedBytes = 4 }).Length);
        var tooSmall = new BlittableMessagePackOptions { MaxExpandedBytes = 3 };
        var error = Assert.Throws<BlittableException>(() => BlittableMessagePack.ToArray(document.Root, tooSmall));
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, error.Code);
    }

    [Fact]
    public void A_text_beyond_the_limit_is_refused_before_a_buffer_is_requested()
    {
        const int limit = 1 << 16;
        using var document = BlittableDocument.Parse($"\"{new string('a', 100 * limit)}\"", new BlittableOptions { Mode = BlittableMode.Disk });
        var output = new StingyWriter();
        var error = Assert.Throws<BlittableException>(
            () => BlittableMessagePack.Write(document.Root, output, new BlittableMessagePackOptions { MaxExpandedBytes = limit }));
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, error.Code);
        Assert.True(output.LargestHint <= limit, $"{output.LargestHint} bytes were asked for.");
    }

    /// <summary>Returns an ASCII character repeated the given number of times, as hexadecimal digits.</summary>
    private static string Hex(char character, int count) => string.Concat(Enumerable.Repeat($"{(int)character:x2}", count));

    /// <summary>A date extension that claims to have written more bytes than its buffer holds.</summary>
    private sealed record Lying(int Length) : BlittableMessagePackDateExtension(DefaultType)
    {
        public override int Encode(in Timestamp value, Span<byte> payload) => Length;

        public override bool TryDecode(ReadOnlySpan<byte> payload, out Timestamp value)
        {
            value = default;
            return false;
        }
    }
}
