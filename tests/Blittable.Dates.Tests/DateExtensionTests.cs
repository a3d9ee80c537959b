namespace Blittable.Dates.Tests;

/// <summary>Dates of documents as MessagePack extensions of each schema.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class DateExtensionTests
{
    private static readonly BlittableMode[] Modes = [BlittableMode.Memory, BlittableMode.Disk];

    /// <summary>Each schema with 2011-01-01T00:00:00Z, 2021-06-15T12:34:56.789012345+03:00 and 1969-12-31T23:59:59Z.</summary>
    [Theory]
    [InlineData(DateSchema.MpFull, "d703ce4d1e6e80000000", "c70d03ce60c87440ccb400ce2f075f79", "d603ff000000")]
    [InlineData(DateSchema.MpNonZero, "c70503ce4d1e6e80", "c70d03ce60c87440ccb400ce2f075f79", "d403ff")]
    [InlineData(DateSchema.RawFull, "d803806e1e4d000000000000000000000000", "d8034074c86000000000795f072fb4000000", "d803ffffffffffffffff0000000000000000")]
    [InlineData(DateSchema.RawNonZero, "d703806e1e4d00000000", "d8034074c86000000000795f072fb4000000", "d703ffffffffffffffff")]
    [InlineData(DateSchema.TntEpoch, "c70003", "c70d03ce13aa05c0ccb400ce2f075f79", "c70503d2b2e1917f")]
    [InlineData(DateSchema.MpDate, "c70303cd3a7f", "c70e03cd4969cd86c0ccb400ce2f075f79", "c70603ffce0001517f")]
    [InlineData(DateSchema.TntEpochDate, "c70003", "c70e03cd0eeacd86c0ccb400ce2f075f79", "d703d1c580ce0001517f")]
    public void Dates_round_trip_as_extensions_of_every_schema(DateSchema schema, string first, string second, string third)
    {
        var format = new BlittableMessagePackOptions { DateExtension = new DateExtension(schema) };
        foreach (var mode in Modes)
        {
            var options = new BlittableOptions { Mode = mode };
            const string json = """["2011-01-01T00:00:00Z","2021-06-15T12:34:56.789012345+03:00","1969-12-31T23:59:59Z"]""";
            using var document = BlittableDocument.Parse(json, options);
            var packed = BlittableMessagePack.ToArray(document.Root, format);
            Assert.Equal("93" + first + second + third, Convert.ToHexStringLower(packed));
            using var back = BlittableMessagePack.ToDocument(packed, options, format);
            back.Validate();
            Assert.True(back.Root[0].IsDate);
            Assert.Equal(json, back.Root.ToJson());
        }
    }

    [Theory]
    [InlineData(DateSchema.MpFull)]
    [InlineData(DateSchema.RawNonZero)]
    [InlineData(DateSchema.TntEpochDate)]
    public void A_date_is_read_after_every_extension_header(DateSchema schema)
    {
        var format = new BlittableMessagePackOptions { DateExtension = new DateExtension(schema) };
        using var document = BlittableDocument.Parse("\"2021-06-15T12:34:56.789+02:00\"");
        var packed = BlittableMessagePack.ToArray(document.Root, format);
        var payload = packed.AsSpan(packed[0] == 0xc7 ? 3 : 2).ToArray();
        foreach (var header in (byte[][])[[0xc7, (byte)payload.Length, 3], [0xc8, 0, (byte)payload.Length, 3], [0xc9, 0, 0, 0, (byte)payload.Length, 3]])
        {
            using var back = BlittableMessagePack.ToDocument([.. header, .. payload], format: format);
            Assert.True(back.Root.IsDate);
            Assert.Equal(document.Root.ToJson(), back.Root.ToJson());
        }
    }

    [Theory]
    [InlineData(DateSchema.MpNonZero)]
    [InlineData(DateSchema.RawFull)]
    [InlineData(DateSchema.TntEpoch)]
    public void Written_timestamps_are_read_back_even_if_another_schema_has_their_type(DateSchema schema)
    {
        var format = new BlittableMessagePackOptions { Dates = BlittableMessagePackDates.Timestamp, DateExtension = new DateExtension(schema, -1) };
        using var document = BlittableDocument.Parse("""["1990-06-29T21:06:09.897Z","4311-03-17T00:00:00.200Z","1970-01-01T00:00:00Z"]""");
        using var back = BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(document.Root, format), format: format);
        Assert.Equal(document.Root.ToJson(), back.Root.ToJson());
    }

    [Fact]
    public void Dates_of_a_custom_type_and_schema_are_dates_only_with_the_same_options()
    {
        // Tarantool's datetime: type 4, seconds as int64, little-endian.
        using var document = BlittableDocument.Parse("\"2011-01-01T00:00:00Z\"");
        var tarantool = new BlittableMessagePackOptions { DateExtension = new DateExtension(DateSchema.RawNonZero, 4) };
        var packed = BlittableMessagePack.ToArray(document.Root, tarantool);
        Assert.Equal("d704806e1e4d00000000", Convert.ToHexStringLower(packed));
        using var back = BlittableMessagePack.ToDocument(packed, format: tarantool);
        Assert.True(back.Root.IsDate);
        using var foreign = BlittableMessagePack.ToDocument(packed);
        Assert.Equal(BlittableValueKind.Binary, foreign.Root.Kind);
    }

    [Fact]
    public void A_payload_that_is_invalid_in_its_schema_stays_an_extension()
    {
        foreach (var schema in Enum.GetValues<DateSchema>())
        {
            var format = new BlittableMessagePackOptions { DateExtension = new DateExtension(schema) };
            foreach (var length in (int[])[1, 3, 31, 32, 33, 255])
            {
                byte[] packed = [0xc7, (byte)length, 3, .. Enumerable.Repeat((byte)0xc1, length)];
                using var document = BlittableMessagePack.ToDocument(packed, format: format);
                Assert.True(document.Root.TryGetExtension(out _, out var payload));
                Assert.Equal(length, payload.Length);
            }
        }
    }

    [Fact]
    public void An_invalid_schema_is_refused() =>
        Assert.Equal("schema", Assert.Throws<ArgumentOutOfRangeException>(() => new DateExtension((DateSchema)7)).ParamName);

    [Fact]
    public void Extensions_with_equal_parts_are_equal() => Assert.Equal(new DateExtension(DateSchema.MpDate, 5), new DateExtension(DateSchema.MpDate, 5));
}
