using System.Reflection;
using Blittable.Dates;
using Blittable.Tests.Dates;

namespace Blittable.Dates.Tests;

[Trait(Category.Name, Category.Vector)]
public class DateCodecTests
{
    private static readonly Timestamp _epochOf2011 = new(1_293_840_000);

    /// <summary>2021-06-15T12:34:56.789012345+03:00.</summary>
    private static readonly Timestamp _full = new(1_623_749_696, 789_012_345, 180);
    private static readonly Timestamp _lastOf1969 = new(-1);

    public static TheoryData<DateSchema, string, string, string> Bytes => new()
    {
        // header, seconds, offset, zone index, nanoseconds
        { DateSchema.MpFull, "d703 ce4d1e6e80 00 00 00", "c70d03 ce60c87440 ccb4 00 ce2f075f79", "d603 ff 00 00 00" },
        { DateSchema.MpNonZero, "c70503 ce4d1e6e80", "c70d03 ce60c87440 ccb4 00 ce2f075f79", "d403 ff" },

        // header, seconds, nanoseconds, offset, zone index: little-endian
        { DateSchema.RawFull, "d803 806e1e4d00000000 00000000 0000 0000", "d803 4074c86000000000 795f072f b400 0000", "d803 ffffffffffffffff 00000000 0000 0000" },
        { DateSchema.RawNonZero, "d703 806e1e4d00000000", "d803 4074c86000000000 795f072f b400 0000", "d703 ffffffffffffffff" },

        // header, seconds since 2011, offset, zone index, nanoseconds
        { DateSchema.TntEpoch, "c70003", "c70d03 ce13aa05c0 ccb4 00 ce2f075f79", "c70503 d2b2e1917f" },

        // header, day, second of the day, offset, zone index, nanoseconds; days before 1970 and 2011 are rounded down
        { DateSchema.MpDate, "c70303 cd3a7f", "c70e03 cd4969 cd86c0 ccb4 00 ce2f075f79", "c70603 ff ce0001517f" },
        { DateSchema.TntEpochDate, "c70003", "c70e03 cd0eea cd86c0 ccb4 00 ce2f075f79", "d703 d1c580 ce0001517f" },
    };

    public static TheoryData<DateSchema> Schemas => new(Enum.GetValues<DateSchema>());

    [Theory]
    [MemberData(nameof(Bytes))]
    public void Each_schema_has_its_specified_bytes(DateSchema schema, string epochOf2011, string full, string lastOf1969)
    {
        foreach (var (value, text) in ((Timestamp, string)[])[(_epochOf2011, epochOf2011), (_full, full), (_lastOf1969, lastOf1969)])
        {
            var expected = FromHex(text);
            foreach (var room in (int[])[expected.Length, DateCodec.MaxLength])
            {
                var destination = new byte[room];
                Assert.Equal(expected.Length, DateCodec.Encode(schema, value, destination));
                Assert.Equal(expected, destination[..expected.Length]);
                Assert.Equal(DateStatus.Ok, DateCodec.Decode(schema, destination, out var decoded, out var consumed));
                Assert.Equal(expected.Length, consumed);
                RandomDates.AssertSame(value, decoded);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Schemas))]
    public void Random_instants_in_ten_thousand_years_round_trip(DateSchema schema)
    {
        var random = new Random(10);
        var buffer = new byte[2 * DateCodec.MaxLength];
        for (var i = 0; i < 10_000; i++)
        {
            AssertRoundTrip(schema, RandomDates.Next(random), buffer);
        }
    }

    [Theory]
    [MemberData(nameof(Schemas))]
    public void Fields_at_the_bounds_of_their_encodings_round_trip(DateSchema schema)
    {
        long[] seconds =
        [
            0, 1, -1, 127, 128, 255, 256, 65_535, 65_536, 86_399, 86_400, uint.MaxValue, 1L << 32, -32, -33, -128, -129, -32_768, -32_769,
            int.MinValue, int.MinValue - 1L, long.MinValue, long.MaxValue, 65_535 * 86_400L, 65_536 * 86_400L, 127 * 86_400L, 128 * 86_400L,
        ];
        uint[] nanoseconds = [0, 1, 127, 128, 255, 256, 65_535, 65_536, 999_999_999, int.MaxValue, uint.MaxValue];
        short[] offsets = [0, 1, 127, 128, 255, 256, 1023, -1, -1024, short.MinValue, short.MaxValue];
        ushort[] zones = [0, 127, 128, 256, ushort.MaxValue];
        var buffer = new byte[2 * DateCodec.MaxLength];
        foreach (var origin in (long[])[0, 1_293_840_000])
        {
            foreach (var value in
                from second in seconds
                from nanosecond in nanoseconds
                from offset in offsets
                from zone in zones
                select new Timestamp(unchecked(second + origin), nanosecond, offset, zone))
            {
                AssertRoundTrip(schema, value, buffer);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Schemas))]
    public void The_kernel_and_the_scalar_codec_agree(DateSchema schema)
    {
        // With exactly the required bytes, the kernel has no room and the scalar codec is used.
        var random = new Random(11);
        var roomy = new byte[2 * DateCodec.MaxLength];
        for (var i = 0; i < 30_000; i++)
        {
            var value = random.Next(3) == 0
                ? RandomDates.Next(random)
                : new Timestamp(1_634_286_411 + random.Next(512), (uint)random.Next(), (short)random.Next(-1024, 1024), (ushort)random.Next(480));
            var length = DateCodec.Encode(schema, value, roomy);
            var exact = new byte[length];
            Assert.Equal(length, DateCodec.Encode(schema, value, exact));
            Assert.Equal(exact, roomy[..length]);

            for (var damage = random.Next(3); damage > 0; damage--)
            {
                ReadOnlySpan<byte> likely = [0, 1, 3, 16, 0x7f, 0x80, 0xc7, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xd4, 0xd7, 0xd8, 0xff];
                roomy[random.Next(length)] = likely[random.Next(likely.Length)];
            }

            var status = DateCodec.Decode(schema, roomy, out var decoded, out var consumed);
            var longest = status == DateStatus.Ok ? consumed : roomy.Length;
            var expected = Slow(roomy.AsSpan(0, longest));
            Assert.Equal((expected.Status, expected.Consumed), (status, consumed));
            RandomDates.AssertSame(expected.Value, decoded);
        }

        FieldsCodec.Result Slow(ReadOnlySpan<byte> source)
        {
            return schema switch
            {
                DateSchema.RawFull => RawCodec.Decode(source, 3, false),
                DateSchema.RawNonZero => RawCodec.Decode(source, 3, true),
                _ => FieldsCodec.Decode(
                    source,
                    3,
                    schema is DateSchema.TntEpoch or DateSchema.TntEpochDate ? DateEpoch.Tarantool : 0,
                    hasDays: schema is DateSchema.MpDate or DateSchema.TntEpochDate,
                    isCut: schema != DateSchema.MpFull),
            };
        }
    }

    [Theory]
    [MemberData(nameof(Schemas))]
    public void A_truncated_record_is_refused(DateSchema schema)
    {
        var random = new Random(12);
        for (var i = 0; i < 300; i++)
        {
            var buffer = new byte[DateCodec.MaxLength];
            var length = DateCodec.Encode(schema, RandomDates.Next(random), buffer);
            for (var cut = 0; cut < length; cut++)
            {
                Assert.Equal(DateStatus.Truncated, DateCodec.Decode(schema, buffer.AsSpan(0, cut), out _, out var consumed));
                Assert.Equal(0, consumed);
                Assert.Throws<ArgumentException>(() => DateCodec.Encode(schema, _full, new byte[length > 10 ? 5 : 2]));
            }
        }
    }

    [Theory]
    [InlineData(DateSchema.MpFull, "d603 ff 00 00", DateStatus.Truncated)]
    [InlineData(DateSchema.MpFull, "c70303 01 00 00", DateStatus.Malformed)]             // no nanoseconds
    [InlineData(DateSchema.MpFull, "c70503 01 00 00 00 00", DateStatus.Malformed)]       // a fifth field
    [InlineData(DateSchema.MpNonZero, "c70503 01 00 00 00 00", DateStatus.Malformed)]
    [InlineData(DateSchema.MpNonZero, "d403 c0", DateStatus.Malformed)]                  // nil
    [InlineData(DateSchema.MpNonZero, "d403 cd", DateStatus.Malformed)]                  // an integer truncated by the end of the payload
    [InlineData(DateSchema.MpNonZero, "c70903 cf8000000000000000", DateStatus.Malformed)] // 2^63 seconds
    [InlineData(DateSchema.MpNonZero, "c70703 01 ce00010000 00", DateStatus.Malformed)]  // a 17-bit offset
    [InlineData(DateSchema.MpNonZero, "d503 01 ff", DateStatus.Ok)]                      // an offset of -1 as a signed integer
    [InlineData(DateSchema.MpNonZero, "c70303 01 00 ff", DateStatus.Malformed)]          // a negative zone index
    [InlineData(DateSchema.MpNonZero, "c70c03 01 00 00 cf0000000100000000", DateStatus.Malformed)] // 33-bit nanoseconds
    [InlineData(DateSchema.MpNonZero, "c70103 05", DateStatus.Ok)]                       // the longer header
    [InlineData(DateSchema.MpNonZero, "c70003", DateStatus.Ok)]
    [InlineData(DateSchema.TntEpoch, "c70003", DateStatus.Ok)]
    [InlineData(DateSchema.MpDate, "c70603 01 ce00015180", DateStatus.Malformed)]        // second 86,400 of a day
    [InlineData(DateSchema.MpDate, "d503 01 ff", DateStatus.Malformed)]                  // second -1
    [InlineData(DateSchema.MpDate, "c70903 cf0000c22e4506728a", DateStatus.Malformed)]   // one day more than 2^64 seconds
    [InlineData(DateSchema.RawFull, "d703 0000000000000000", DateStatus.Malformed)]
    [InlineData(DateSchema.RawNonZero, "d603 00000000", DateStatus.Malformed)]
    [InlineData(DateSchema.RawNonZero, "c70803 0100000000000000", DateStatus.Ok)]        // the longer header
    [InlineData(DateSchema.RawFull, "c71103 0000000000000000 0000000000000000 00", DateStatus.Malformed)]
    [InlineData(DateSchema.RawFull, "d804 0000000000000000 0000000000000000", DateStatus.Foreign)]
    [InlineData(DateSchema.MpDate, "c0", DateStatus.Foreign)]
    [InlineData(DateSchema.MpDate, "c8000103 05", DateStatus.Foreign)]                   // an extension with a 16-bit length
    [InlineData(DateSchema.MpDate, "", DateStatus.Truncated)]
    [InlineData(DateSchema.MpDate, "c7", DateStatus.Truncated)]
    [InlineData(DateSchema.MpDate, "c703", DateStatus.Truncated)]
    public void Unusual_extensions_are_read_or_refused(DateSchema schema, string text, DateStatus expected)
    {
        var bytes = FromHex(text);
        Assert.Equal(expected, DateCodec.Decode(schema, bytes, out _, out var consumed));
        Assert.Equal(expected == DateStatus.Ok ? bytes.Length : 0, consumed);
        Assert.Equal(expected == DateStatus.Truncated ? expected : DateCodec.Decode(schema, [.. bytes, .. new byte[64]], out _, out _), expected);
    }

    [Theory]
    [InlineData(DateSchema.MpDate, "c70c03 cf0000c22e45067289 cd627f", -1)]               // day 213,503,982,334,601, second 25,215
    [InlineData(DateSchema.TntEpochDate, "c70c03 cf0000c22e45067289 cd627f", 1_293_839_999)]
    [InlineData(DateSchema.TntEpoch, "c70003", 1_293_840_000)]                            // the reference implementation reads this record as 1970
    [InlineData(DateSchema.TntEpochDate, "c70003", 1_293_840_000)]
    public void Records_of_the_reference_implementation_are_read_correctly(DateSchema schema, string text, long seconds)
    {
        Assert.Equal(DateStatus.Ok, DateCodec.Decode(schema, FromHex(text), out var value, out _));
        RandomDates.AssertSame(new Timestamp(seconds), value);
    }

    [Fact]
    public void A_short_raw_record_sets_every_field()
    {
        var value = new Timestamp(1, 2, 3, 4);
        Assert.Equal(DateStatus.Ok, DateCodec.Decode(DateSchema.RawNonZero, FromHex("d703 0500000000000000"), out value, out _));
        RandomDates.AssertSame(new Timestamp(5), value);
    }

    [Theory]
    [MemberData(nameof(Schemas))]
    public void The_extension_type_can_be_set(DateSchema schema)
    {
        foreach (var type in (sbyte[])[4, -1, sbyte.MinValue])
        {
            var buffer = new byte[DateCodec.MaxLength];
            foreach (var value in (Timestamp[])[_epochOf2011, _full, _lastOf1969, new(1_700_000_000), new(1_699_920_000)])
            {
                var length = DateCodec.Encode(schema, value, buffer, type);
                Assert.Equal(DateStatus.Ok, DateCodec.Decode(schema, buffer, type, out var decoded, out var consumed));
                Assert.Equal(length, consumed);
                RandomDates.AssertSame(value, decoded);
                Assert.Equal(DateStatus.Foreign, DateCodec.Decode(schema, buffer, out _, out _));
            }
        }
    }

    [Fact]
    public void An_unknown_schema_is_an_argument_error()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => DateCodec.Encode((DateSchema)7, default, new byte[32]));
        Assert.Throws<ArgumentOutOfRangeException>(() => DateCodec.Decode((DateSchema)(-1), new byte[32], out _, out _));
    }

    /// <summary>The batch kernels support only these schemas: another schema type would be encoded incorrectly.</summary>
    [Fact]
    public void No_other_assembly_can_add_a_schema()
    {
        var members = typeof(IDateSchema<>).GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic);
        Assert.NotEmpty(members);
        Assert.All(members, member => Assert.True(member.IsAbstract && member.IsAssembly, $"{member.Name} can be implemented anywhere"));
    }

    internal static byte[] FromHex(string text) => Convert.FromHexString(text.Replace(" ", "", StringComparison.Ordinal));

    private static void AssertRoundTrip(DateSchema schema, Timestamp value, byte[] buffer)
    {
        var length = DateCodec.Encode(schema, value, buffer);
        Assert.InRange(length, 3, 28);
        foreach (var source in (ReadOnlyMemory<byte>[])[buffer, buffer.AsMemory(0, length)])
        {
            Assert.Equal(DateStatus.Ok, DateCodec.Decode(schema, source.Span, out var decoded, out var consumed));
            Assert.Equal(length, consumed);
            RandomDates.AssertSame(value, decoded);
        }
    }
}
