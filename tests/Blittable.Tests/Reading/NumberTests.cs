using System.Globalization;
using System.Text;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Tests.Reading;

[Trait(Category.Name, Category.Vector)]
public class NumberTests
{
    private static byte[] OfText(string text) => text.Length <= Tag.MaxShortNumberText
        ? DocumentBytes.Of([(byte)(Tag.ShortNumberText + text.Length), .. Encoding.ASCII.GetBytes(text)])
        : DocumentBytes.Of([Tag.NumberText, (byte)(text.Length | 0x80), (byte)(text.Length >> 7), .. Encoding.ASCII.GetBytes(text)]);

    public static TheoryData<byte[], string> Golden => new()
    {
        { [0x00], "0" },
        { [0x3F], "63" },
        { [0xA8, 0x40], "64" }, //                                                  magnitude in 1 byte
        { [0xA9, 0x00, 0x01], "256" }, //                                           2 bytes
        { [0xAA, 0x00, 0x00, 0x01], "65536" }, //                                   3 bytes
        { [0xAB, 0x00, 0x00, 0x00, 0x01], "16777216" }, //                          4 bytes
        { [0xAC, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00], "4294967296" }, //            6 bytes
        { [0xAD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "18446744073709551615" }, // 8 bytes
        { [0xAE, 0x01], "-1" },
        { [0xAF, 0x00, 0x01], "-256" },
        { [0xB0, 0x00, 0x00, 0x01], "-65536" },
        { [0xB1, 0x00, 0x00, 0x00, 0x80], "-2147483648" },
        { [0xB2, 0x01, 0x00, 0x00, 0x80, 0x00, 0x00], "-2147483649" },
        { [0xB3, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80], "-9223372036854775808" },
        { [0xB4, 0x00, 0x00, 0x40, 0x40], "3" }, //                                 float32 3
        { [0xB5, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xF8, 0x3F], "1.5" }, //       float64 1.5
        { [0xDF, 0x00, 0x00, 0xC0, 0x3F], "1.5" }, //                               float64 1.5 in the 4 bytes of a float32
        { [0xD0, 0x03], "-0.2" }, //                                                1 fraction digit, zigzag 3 = -2
        { [0xD5, 0xC4, 0x09], "12.50" }, //                                         2 fraction digits, 2 bytes: 0x09C4 = 2500 = zigzag of 1250
        { [0xDB, 0x02, 0x00, 0x00, 0x01], "8388.609" }, //                          3 fraction digits, 4 bytes: 0x1000002 / 2
        { [0xDC, 0x05, 0x02, 0x00, 0x00, 0x00], "0.00001" }, //                     5 fraction digits, 4 bytes
        { [0xDD, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80], "7036874417.7664" }, // 4 fraction digits, 6 bytes: 2^47 / 2
        { [0xDE, 0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "-9.223372036854775808" }, // 18 fraction digits, 8 bytes: the minimum
        { [0x84, 0x31, 0x2E, 0x35, 0x30], "1.50" }, //                              text of 4 bytes
        { [0xA7, 0x03, 0x31, 0x65, 0x39], "1e9" }, //                               text, with its length after the tag
    };

    [Theory]
    [MemberData(nameof(Golden))]
    public void Every_form_of_number_is_read_as_specified(byte[] value, string text)
    {
        var number = BlittableValue.Open(DocumentBytes.Of(value));
        Span<byte> copy = stackalloc byte[text.Length];

        Assert.Equal(BlittableValueKind.Number, number.Kind);
        Assert.Equal(text, number.GetNumberText());
        Assert.True(number.TryCopyNumberText(copy, out var written));
        Assert.Equal(text, Encoding.ASCII.GetString(copy[..written]));
        Assert.False(number.TryCopyNumberText(copy[1..], out _));
        Assert.Equal(double.Parse(text, CultureInfo.InvariantCulture), number.GetDouble());
        Assert.Equal(float.Parse(text, CultureInfo.InvariantCulture), number.GetSingle());
        var expected = decimal.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
        Assert.Equal(expected.ToString(CultureInfo.InvariantCulture), number.GetDecimal().ToString(CultureInfo.InvariantCulture));
    }

    [Fact]
    public void A_decimal_has_the_digits_and_scale_of_its_text()
    {
        var random = new Random(23);
        for (var attempt = 0; attempt < 20_000; attempt++)
        {
            var whole = random.Next(3) == 0 ? "0" : $"{random.NextInt64(1, 1L << random.Next(1, 63))}";
            var fraction = string.Concat(Enumerable.Range(0, random.Next(30)).Select(_ => (char)('0' + random.Next(3) * random.Next(5))));
            var exponent = random.Next(4) == 0 ? $"e{random.Next(-30, 10)}" : "";
            var text = (random.Next(2) == 0 ? "-" : "") + whole + (fraction.Length == 0 ? "" : ".") + fraction + exponent;
            var expected = decimal.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
            using var document = BlittableDocument.Parse(Encoding.ASCII.GetBytes(text));
            Assert.Equal(decimal.GetBits(expected), decimal.GetBits(document.Root.GetDecimal()));
        }
    }

    [Theory]
    [MemberData(nameof(Golden))]
    public void An_integer_type_accepts_the_texts_of_integers_in_its_range(byte[] value, string text)
    {
        var bytes = DocumentBytes.Of(value);
        var number = BlittableValue.Open(bytes);

        Check(byte.TryParse(text, out var u8), u8, number.TryGetByte(out var foundU8), foundU8, () => BlittableValue.Open(bytes).GetByte());
        Check(sbyte.TryParse(text, out var i8), i8, number.TryGetSByte(out var foundI8), foundI8, () => BlittableValue.Open(bytes).GetSByte());
        Check(ushort.TryParse(text, out var u16), u16, number.TryGetUInt16(out var foundU16), foundU16, () => BlittableValue.Open(bytes).GetUInt16());
        Check(short.TryParse(text, out var i16), i16, number.TryGetInt16(out var foundI16), foundI16, () => BlittableValue.Open(bytes).GetInt16());
        Check(uint.TryParse(text, out var u32), u32, number.TryGetUInt32(out var foundU32), foundU32, () => BlittableValue.Open(bytes).GetUInt32());
        Check(int.TryParse(text, out var i32), i32, number.TryGetInt32(out var foundI32), foundI32, () => BlittableValue.Open(bytes).GetInt32());
        Check(ulong.TryParse(text, out var u64), u64, number.TryGetUInt64(out var foundU64), foundU64, () => BlittableValue.Open(bytes).GetUInt64());
        Check(long.TryParse(text, out var i64), i64, number.TryGetInt64(out var foundI64), foundI64, () => BlittableValue.Open(bytes).GetInt64());
    }

    [Theory]
    [InlineData("-0", 0)]
    [InlineData("123", 123)]
    [InlineData("-9223372036854775808", long.MinValue)]
    public void An_integer_stored_as_text_is_an_integer(string text, long expected) =>
        Assert.Equal(expected, BlittableValue.Open(OfText(text)).GetInt64());

    [Theory]
    [InlineData("1.0")]
    [InlineData("1e2")]
    [InlineData("9223372036854775808")]
    [InlineData("123456789012345678901234567890")]
    public void A_fraction_an_exponent_or_too_many_digits_is_not_an_integer(string text) =>
        Assert.Equal(BlittableErrorCode.NumberOutOfRange, Assert.Throws<BlittableException>(() => BlittableValue.Open(OfText(text)).GetInt64()).Code);

    [Theory]
    [InlineData("-")]
    [InlineData("+1")]
    [InlineData("01")]
    [InlineData("-01")]
    [InlineData(".5")]
    [InlineData("1.")]
    [InlineData("1.e5")]
    [InlineData("1e")]
    [InlineData("1e+")]
    [InlineData("1.5.5")]
    [InlineData("1e5.5")]
    [InlineData("1 ")]
    [InlineData("1x")]
    [InlineData("NaN")]
    [InlineData("0x10")]
    [InlineData("1.12345678x")]
    [InlineData("1.1234567x")]
    [InlineData("1.1234\u00005678")]
    public void Text_that_is_not_a_number_is_an_error_when_it_is_read(string text)
    {
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => BlittableValue.Open(OfText(text)).GetDouble()).Code);
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => BlittableValue.Open(OfText(text)).GetSingle()).Code);
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => BlittableValue.Open(OfText(text)).GetDecimal()).Code);
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => BlittableValue.Open(OfText(text)).GetInt32()).Code);
        Assert.False(BlittableValue.Open(OfText(text)).TryGetDouble(out _));
        Assert.False(BlittableValue.Open(WithRoomBehind(text)).TryGetDouble(out _));
    }

    [Theory]
    [InlineData("0.0")]
    [InlineData("-0.0")]
    [InlineData("0e999999999999")]
    [InlineData("1e999999999999")]
    [InlineData("1e-999999999999")]
    [InlineData("1.7976931348623157e308")]
    [InlineData("1.7976931348623158e308")]
    [InlineData("1.7976931348623159e308")]
    [InlineData("4.9e-324")]
    [InlineData("2.4703282292062327e-324")]
    [InlineData("2.4703282292062328e-324")]
    [InlineData("2.2250738585072011e-308")]
    [InlineData("2.2250738585072014e-308")]
    [InlineData("9007199254740993.0")]
    [InlineData("9007199254740992.9999999999999999")]
    [InlineData("9007199254740993.0000000000000001")]
    [InlineData("0.000000000000000000000000000000000000000000123456789012345678901234567890")]
    [InlineData("1090544144181609348835077142190.0")]
    [InlineData("100000000000000016777215.0")]
    [InlineData("100000000000000016777216.0")]
    [InlineData("7.8459735791271921e65")]
    [InlineData("3.518437208883201171875e13")]
    [InlineData("62.5364939768271845828")]
    [InlineData("0.500000000000000166533453693773481063544750213623046875")]
    [InlineData("1.00000000000000011102230246251565404236316680908203125")]
    [InlineData("1.00000000000000011102230246251565404236316680908203124")]
    [InlineData("1.00000000000000011102230246251565404236316680908203126")]
    public void A_double_is_correctly_rounded_in_edge_cases(string text) => AssertNearest(text);

    [Fact]
    public void A_double_is_correctly_rounded_for_random_texts()
    {
        var random = new Random(1);
        for (var i = 0; i < 40_000; i++)
        {
            AssertNearest(RandomNumbers.NextText(random));
            AssertNearest(RandomNumbers.NextShortText(random));
        }
    }

    [Fact]
    public void A_short_text_has_the_same_value_on_the_vector_path_and_its_scalar_twin()
    {
        // All texts of up to six of the relevant characters, and whether each is a number.
        const string alphabet = "0179.-e/:";
        var text = new StringBuilder();
        for (var code = 1; code < 531_441; code += 5)
        {
            text.Clear();
            for (var rest = code; rest > 0; rest /= alphabet.Length)
            {
                text.Append(alphabet[rest % alphabet.Length]);
            }

            var expected = BlittableValue.Open(OfText(text.ToString())).TryGetDouble(out var narrow);
            Assert.Equal(expected, BlittableValue.Open(WithRoomBehind(text.ToString())).TryGetDouble(out var wide));
            Assert.Equal(narrow, wide);
            Assert.Equal(expected, BlittableValue.Open(WithRoomBefore(text.ToString())).TryGetDouble(out wide));
            Assert.Equal(narrow, wide);
        }
    }

    [Fact]
    public void The_exact_path_and_the_general_path_agree()
    {
        var random = new Random(2);
        for (var i = 0; i < 20_000; i++)
        {
            var significand = (ulong)random.NextInt64(1L << random.Next(1, 54));
            var power = random.Next(-22, 23);
            Assert.Equal(DecimalToDouble.Convert(significand, power), DecimalToDouble.ConvertWide(significand, power));
        }
    }

    [Fact]
    public void A_single_is_rounded_once()
    {
        // As a double this value is exactly halfway between two floats, and rounding it again would round down.
        const string text = "1.00000005960464477540000000000000000001";
        Assert.Equal(float.Parse(text, CultureInfo.InvariantCulture), BlittableValue.Open(OfText(text)).GetSingle());
        Assert.NotEqual((float)double.Parse(text, CultureInfo.InvariantCulture), BlittableValue.Open(OfText(text)).GetSingle());
    }

    [Fact]
    public void A_single_is_correctly_rounded_for_random_texts()
    {
        using var memory = new BlittableConverter();
        using var disk = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk });
        BlittableConverter[] converters = [memory, disk];
        var random = new Random(9);
        for (var i = 0; i < 5_000; i++)
        {
            // Halfway between two floats, or slightly off; or any value.
            var bits = random.Next(0x7F7F_0000);
            var (low, high) = ((double)BitConverter.Int32BitsToSingle(bits), (double)BitConverter.Int32BitsToSingle(bits + 1));
            var middle = (low + high) / 2;
            var text = (i % 4) switch
            {
                0 => middle.ToString("R", CultureInfo.InvariantCulture),
                1 => Math.BitIncrement(middle).ToString("R", CultureInfo.InvariantCulture),
                2 => (random.Next(-10_000_000, 10_000_000) / 1000m).ToString(CultureInfo.InvariantCulture),
                _ => (random.Next(1 << 25) + 0.5m).ToString(CultureInfo.InvariantCulture),
            };
            foreach (var converter in converters)
            {
                using var document = BlittableDocument.Open(converter.Convert($"{{\"a\":{text},\"b\":[{text},{text}]}}").ToArray());
                var expected = float.Parse(text, CultureInfo.InvariantCulture);
                Assert.Equal(expected, document.Root.GetProperty("a").GetSingle());
                Assert.True(document.Root.GetProperty("b")[1].TryGetSingle(out var element));
                Assert.Equal(expected, element);
            }
        }
    }

    [Fact]
    public void All_ways_to_read_an_integer_give_the_same_result()
    {
        using var memory = new BlittableConverter();
        using var disk = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk });
        BlittableConverter[] converters = [memory, disk];
        var random = new Random(10);
        for (var i = 0; i < 3_000; i++)
        {
            var number = random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
            foreach (var converter in converters)
            {
                using var document = BlittableDocument.Open(converter.Convert($"[[{number},\"text\",{number}],[{number},{number + (number < 0 ? 1 : -1)}]]").ToArray());
                foreach (var place in new[] { 0, 2 })
                {
                    AssertInteger(document.Root[0][place], number);
                }

                AssertInteger(document.Root[1][0], number);
                foreach (var element in document.Root[1].EnumerateArray())
                {
                    AssertInteger(element, number);
                    break;
                }
            }
        }
    }

    [Fact]
    public void A_number_that_JSON_lacks_has_no_text()
    {
        var bytes = DocumentBytes.Of([Tag.Float64, .. BitConverter.GetBytes(double.NaN)]);
        Assert.True(double.IsNaN(BlittableValue.Open(bytes).GetDouble()));
        Assert.False(BlittableValue.Open(bytes).TryCopyNumberText(new byte[99], out _));
        Assert.Equal(BlittableErrorCode.NotJson, Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).GetNumberText()).Code);
        Assert.Equal(BlittableErrorCode.NumberOutOfRange, Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).GetDecimal()).Code);
    }

    [Fact]
    public void The_tags_of_short_decimals_are_consecutive_in_their_range()
    {
        var tag = Tag.ShortDecimal;
        for (var fractionDigits = 1; fractionDigits <= DecimalTag.MaxShortFraction; fractionDigits++)
        {
            for (var size = 1; size <= DecimalTag.ShortSizes; size++)
            {
                Assert.Equal(fractionDigits, DecimalTag.ReadShortHead(tag++, out var found));
                Assert.Equal(size, found);
            }
        }

        Assert.Equal(Tag.ShortDecimalLast + 1, tag);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, -1)]
    [InlineData(2, 1)]
    [InlineData(3, -2)]
    [InlineData(ulong.MaxValue - 1, long.MaxValue)]
    [InlineData(ulong.MaxValue, long.MinValue)]
    public void A_zigzag_mantissa_is_decoded(ulong stored, long value) => Assert.Equal(value, DecimalTag.FromZigzag(stored));

    /// <summary>Returns the same number followed by other values, which lets a vector be loaded at its start.</summary>
    private static byte[] WithRoomBehind(string text) => Among("", text, new string('9', 16));

    /// <summary>Returns the same number preceded by other values, which makes a vector that ends with the document contain it.</summary>
    private static byte[] WithRoomBefore(string text) => Among(new string('9', 16), text, "");

    private static byte[] Among(string before, string text, string behind)
    {
        var document = new DocumentBytes();
        document.Add(Encoding.ASCII.GetBytes(before));
        var root = document.Add(OfText(text).AsSpan(..^2));
        document.Add(Encoding.ASCII.GetBytes(behind));
        return document.Finish(root);
    }

    private static void AssertNearest(string text)
    {
        var expected = BitConverter.DoubleToInt64Bits(double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture));
        var narrow = BitConverter.DoubleToInt64Bits(BlittableValue.Open(OfText(text)).GetDouble());
        var wide = BitConverter.DoubleToInt64Bits(BlittableValue.Open(WithRoomBehind(text)).GetDouble());
        var last = BitConverter.DoubleToInt64Bits(BlittableValue.Open(WithRoomBefore(text)).GetDouble());
        Assert.True(expected == narrow && expected == wide && expected == last, $"{text}: expected {expected:x}, found {narrow:x}, {wide:x} and {last:x}");
    }

    private static void Check<T>(bool fits, T expected, bool succeeded, T found, Func<T> get)
    {
        Assert.Equal(fits, succeeded);
        if (fits)
        {
            Assert.Equal(expected, found);
            Assert.Equal(expected, get());
        }
        else
        {
            Assert.Equal(default, found);
            Assert.Equal(BlittableErrorCode.NumberOutOfRange, Assert.Throws<BlittableException>(() => get()).Code);
        }
    }

    private static void AssertInteger(BlittableValue value, long expected)
    {
        Assert.Equal(expected, value.GetInt64());
        Assert.True(value.TryGetInt64(out var wide));
        Assert.Equal(expected, wide);
        Assert.Equal(expected is >= int.MinValue and <= int.MaxValue, value.TryGetInt32(out var narrow) && narrow == expected);
        Assert.Equal(expected is >= uint.MinValue and <= uint.MaxValue, value.TryGetUInt32(out var unsigned) && unsigned == expected);
        Assert.Equal(expected is >= sbyte.MinValue and <= sbyte.MaxValue, value.TryGetSByte(out var signedByte) && signedByte == expected);
        Assert.Equal(expected >= 0, value.TryGetUInt64(out var unsignedWide) && unsignedWide == (ulong)expected);
        if (expected is < short.MinValue or > short.MaxValue)
        {
            Assert.False(value.TryGetInt16(out _));
        }
        else
        {
            Assert.Equal(expected, value.GetInt16());
        }
    }
}
