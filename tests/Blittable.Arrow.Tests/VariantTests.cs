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
                        // Only values that Variant cannot represent may be rejected.
                        Assert.True(fault.Code is BlittableErrorCode.DuplicateName or BlittableErrorCode.NumberOutOfRange, $"{json}\n{fault.Message}");
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
    [InlineData("{'a': 1, 'b': [1, NULL, 3], 'c': {'d': 12.50::DECIMAL(9,2)}}", """{"a":1,"b":[1,null,3],"c":{"d":12.50}}""")]
    [InlineData("TIMESTAMP '2026-11-27 12:34:56.5'", "\"2026-11-27T12:34:56.500000\"")]
    [InlineData("DATE '2026-11-27'", "\"2026-11-27\"")]
    [InlineData("'ab'::BLOB", "\"YWI=\"")]
    [InlineData("1.5::DOUBLE", "1.5")]
    public void A_Variant_column_written_by_DuckDB_is_imported(string sql, string expected)
    {
        using var file = new ParquetFile([]);
        file.Query($"COPY (SELECT ({sql})::VARIANT AS v) TO '{file.Path}' (FORMAT parquet)");

        // DuckDB shreds objects to columns in its own order.
        using var left = BlittableDocument.Parse($"{{\"v\":{expected}}}");
        using var right = BlittableDocument.Parse(Assert.Single(file.Import()));
        Assert.True(BlittableValue.DeepEquals(left.Root, right.Root), right.Root.ToJson());
    }
}
