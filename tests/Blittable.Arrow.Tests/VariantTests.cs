using System.Text.RegularExpressions;
using Blittable.Collections.Tests;

namespace Blittable.Arrow.Tests;

/// <summary>Tests the conversion of documents to Variant values and back, and the import of shredded and unshredded Variant columns.</summary>
public sealed class VariantTests
{
    [Theory]
    [InlineData("null", "00")]
    [InlineData("true", "04")]
    [InlineData("false", "08")]
    [InlineData("42", "0C2A")]
    [InlineData("-300", "10D4FE")]
    [InlineData("1.50", "200296000000")]
    [InlineData("\"ab\"", "096162")]
    [InlineData("[]", "030000")]
    [InlineData("[1,2]", "030200020" + "40C010C02")]
    [InlineData("{}", "020000")]
    [InlineData("{\"a\":1}", "02010000020C01")]
    public void A_value_is_encoded_as_the_specification_defines(string json, string expected)
    {
        using var document = BlittableDocument.Parse(json);

        var (metadata, value) = BlittableVariant.Encode(document.Root);

        Assert.Equal(expected, Convert.ToHexString(value));
        using var back = BlittableVariant.Decode(metadata, value);
        Assert.Equal(json, back.Root.ToJson());
    }

    [Fact]
    public void Random_documents_round_trip()
    {
        for (var seed = 0; seed < 60; seed++)
        {
            foreach (var json in RandomDocuments.Make(seed, 40))
            {
                using var document = BlittableDocument.Parse(json);
                foreach (var dates in (ReadOnlySpan<bool>)[false, true])
                {
                    try
                    {
                        var (metadata, value) = BlittableVariant.Encode(document.Root, new BlittableVariantOptions { DatesAsTimestamps = dates });
                        using var back = BlittableVariant.Decode(metadata, value);
                        Assert.True(BlittableValue.DeepEquals(document.Root, back.Root), $"{json}\n{back.Root.ToJson()}");
                    }
                    catch (BlittableException fault)
                    {
                        // Only values that Variant cannot represent may be rejected: a number with an exponent or with more digits than a decimal has.
                        var number = Regex.Match(fault.Message, @"the number -?(?<digits>\S+) exactly").Groups["digits"].Value;
                        var isLong = number.Contains('e', StringComparison.OrdinalIgnoreCase) || number.Replace(".", "", StringComparison.Ordinal).TrimStart('0').Length > 38
                            || number.Length - number.IndexOf('.', StringComparison.Ordinal) - 1 > 38;
                        Assert.True(fault.Code == BlittableErrorCode.DuplicateName || (fault.Code == BlittableErrorCode.NumberOutOfRange && isLong), $"{json}\n{fault.Message}");
                    }
                }
            }
        }
    }

    [Theory]
    [InlineData("1e3", true)]
    [InlineData("-0", false)]
    [InlineData("1e400", true)]
    [InlineData("0.12345678901234567890123456789012345678901", true)]
    [InlineData("12345678901234567890123456789012345678", false)]
    [InlineData("1.0", false)]
    [InlineData("-0.0010", false)]
    [InlineData("0.1234567890123456789012345678901234567", false)]
    [InlineData("-0.12345678901234567890123456789012345678", false)]
    [InlineData("0.00000000000000000000000000000000000001", false)]
    [InlineData("0.00000000000000000000000000000000000000", false)]
    [InlineData("1.2345678901234567890123456789012345678", false)]
    [InlineData("-1.23456789012345678901234567890123456789", true)]
    [InlineData("0.123456789012345678901234567890123456789", true)]
    [InlineData("123456789012345678901234567890123456789", true)]
    public void RequireNumberText_rejects_a_number_whose_text_would_change(string json, bool isRefused)
    {
        using var document = BlittableDocument.Parse(json);
        var options = new BlittableVariantOptions { RequireNumberText = true };
        if (isRefused)
        {
            Assert.Throws<BlittableException>(() => BlittableVariant.Encode(document.Root, options));
            return;
        }

        var (metadata, value) = BlittableVariant.Encode(document.Root, options);
        using var back = BlittableVariant.Decode(metadata, value);
        Assert.Equal(json, back.Root.ToJson());
    }

    [Theory]
    [InlineData(700, 1000, true)]
    [InlineData(700, 512, false)]
    [InlineData(512, null, true)]
    [InlineData(513, null, false)]
    public void The_nesting_depth_is_limited_by_the_options(int depth, int? maxDepth, bool isAccepted)
    {
        using var document = BlittableDocument.Parse($"{new string('[', depth)}1{new string(']', depth)}", new BlittableOptions { MaxDepth = depth });
        var (metadata, value) = BlittableVariant.Encode(document.Root);
        var options = maxDepth is { } most ? new BlittableOptions { MaxDepth = most } : null;
        if (isAccepted)
        {
            using var back = BlittableVariant.Decode(metadata, value, options);
            Assert.Equal(document.Root.ToJson(), back.Root.ToJson());
        }
        else
        {
            Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => BlittableVariant.Decode(metadata, value, options)).Code);
        }
    }

    [Theory]
    [InlineData(double.NaN, "1C000000000000F87F")]
    [InlineData(double.PositiveInfinity, "1C000000000000F07F")]
    [InlineData(double.NegativeInfinity, "1C000000000000F0FF")]
    public void Numbers_without_a_JSON_text_round_trip(double number, string expected)
    {
        using var builder = new BlittableBuilder();
        builder.WriteNumber(number);
        using var document = builder.ToDocument();

        var (metadata, value) = BlittableVariant.Encode(document.Root);

        // The sign of NaN has no meaning.
        Assert.Equal(expected, Convert.ToHexString(value).Replace("F8FF", "F87F", StringComparison.Ordinal));
        using var back = BlittableVariant.Decode(metadata, value);
        Assert.Equal(number, back.Root.GetDouble());
    }

    [Theory]
    [InlineData("42FFFFFFFF")]
    [InlineData("13FFFFFFFF")]
    public void A_container_with_more_values_than_bytes_is_refused(string value) =>
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableVariant.Decode(Convert.FromHexString("010000"), Convert.FromHexString(value))).Code);

    [Fact]
    public void A_value_nested_deeper_than_the_stack_is_rejected()
    {
        const int Depth = 200_000;
        using var document = BlittableDocument.Parse($"{new string('[', Depth)}1{new string(']', Depth)}", new BlittableOptions { MaxDepth = Depth });

        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => BlittableVariant.Encode(document.Root)).Code);
    }

    [Fact]
    public void A_timestamp_that_equals_infinity_keeps_its_text()
    {
        foreach (var json in (string[])["\"2262-04-11T23:47:16.854775807Z\"", "\"2262-04-11T23:47:16.854775806Z\"", "\"1677-09-21T00:12:43.145224193\""])
        {
            using var document = BlittableDocument.Parse(json);
            var (metadata, value) = BlittableVariant.Encode(document.Root, new BlittableVariantOptions { DatesAsTimestamps = true });
            using var back = BlittableVariant.Decode(metadata, value);
            Assert.Equal(json, back.Root.ToJson());
        }
    }

    [Theory]
    [InlineData("2CFFFFFF7F", "infinity")]
    [InlineData("2C01000080", "-infinity")]
    [InlineData("2C00000080", "-5877641-06-23")]
    [InlineData("30FFFFFFFFFFFFFF7F", "infinity")]
    [InlineData("340100000000000080", "-infinity")]
    [InlineData("48FFFFFFFFFFFFFF7F", "infinity")]
    public void The_limits_of_dates_and_timestamps_are_infinity_as_in_shredded_columns(string value, string expected)
    {
        using var document = BlittableVariant.Decode([1, 0, 0], Convert.FromHexString(value));

        Assert.Equal(expected, document.Root.GetString());
    }

    [Fact]
    public void A_number_beyond_the_range_of_double_is_rejected()
    {
        using var document = BlittableDocument.Parse("1e400");
        Assert.Throws<BlittableException>(() => BlittableVariant.Encode(document.Root));
    }

    [Fact]
    public void Binary_values_round_trip()
    {
        using var builder = new BlittableBuilder();
        builder.WriteBinary([1, 2, 3]);
        using var document = builder.ToDocument();

        var (metadata, value) = BlittableVariant.Encode(document.Root);
        using var back = BlittableVariant.Decode(metadata, value);

        Assert.Equal(BlittableValueKind.Binary, back.Root.Kind);
        Assert.Equal([1, 2, 3], back.Root.GetBytes().ToArray());
    }

    [Fact]
    public void Decoding_damaged_bytes_throws_nothing_but_BlittableException()
    {
        using var document = BlittableDocument.Parse("""{"a":[1,"x",{"b":1.5}],"c":null,"long":"a string that is longer than sixty-four bytes, so that it has a length of four bytes"}""");
        var (metadata, value) = BlittableVariant.Encode(document.Root);
        var random = new Random(3);
        for (var round = 0; round < 3000; round++)
        {
            var (names, bytes) = (metadata.ToArray(), value.ToArray());
            var target = random.Next(3) == 0 ? names : bytes;
            target[random.Next(target.Length)] = (byte)random.Next(256);
            if (random.Next(4) == 0)
            {
                bytes = bytes[..random.Next(bytes.Length)];
            }

            try
            {
                using var back = BlittableVariant.Decode(names, bytes);
                Assert.NotEmpty(back.Root.ToJson());
            }
            catch (BlittableException)
            {
            }
        }
    }

    [Fact]
    public void Overlapping_values_are_rejected()
    {
        // An array of four elements, each of which is the array of the level below.
        List<byte> bytes = [0x0C, 0x01];
        for (var level = 0; level < 12; level++)
        {
            bytes.InsertRange(0, [0x03, 4, 0, 0, 0, 0, (byte)bytes.Count]);
        }

        Assert.Throws<BlittableException>(() => BlittableVariant.Decode([1, 0, 0], bytes.ToArray()));
    }

    [Theory]
    [InlineData(0x40)]
    [InlineData(0x3C)]
    public void Strings_and_bytes_that_overlap_are_rejected(byte header)
    {
        const int Length = 100_000;
        byte[] shared = [header, .. BitConverter.GetBytes(Length), .. Enumerable.Repeat((byte)'x', Length)];
        var (metadata, value) = VariantBytes.ObjectOf(fields: 200, shared);

        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableVariant.Decode(metadata, value)).Code);
    }

    [Fact]
    public void A_long_name_that_many_objects_use_is_rejected()
    {
        var (metadata, value) = VariantBytes.ObjectsWithName(new string('n', 1 << 20), objects: 1000);

        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => BlittableVariant.Decode(metadata, value)).Code);
    }

    [Fact]
    public void A_name_that_many_objects_use_is_accepted()
    {
        var (metadata, value) = VariantBytes.ObjectsWithName("a name of an ordinary property in a list of many objects", objects: 100_000);
        using var document = BlittableVariant.Decode(metadata, value);

        Assert.Equal(100_000, document.Root.Count);
    }

    [Theory]
    [InlineData("{'a': 1, 'b': [1, NULL, 3], 'c': {'d': 12.50::DECIMAL(9,2)}}", """{"a":1,"b":[1,null,3],"c":{"d":12.50}}""")]
    [InlineData("TIMESTAMP '2026-11-27 12:34:56.5'", "\"2026-11-27T12:34:56.500000\"")]
    [InlineData("DATE '2026-11-27'", "\"2026-11-27\"")]
    [InlineData("'ab'::BLOB", "\"YWI=\"")]
    [InlineData("1.5::DOUBLE", "1.5")]
    public void A_Variant_column_written_by_DuckDB_is_imported(string sql, string expected)
    {
        using var file = new ParquetFile([]);
        file.Query($"COPY (SELECT ({sql})::VARIANT AS v) TO '{file.Path}' (FORMAT parquet)");

        using var left = BlittableDocument.Parse($"{{\"v\":{expected}}}");
        using var right = BlittableDocument.Parse(Assert.Single(file.Import()));
        Assert.True(BlittableValue.DeepEquals(left.Root, right.Root), right.Root.ToJson());
    }
}
