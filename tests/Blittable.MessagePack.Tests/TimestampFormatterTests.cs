using System.Buffers;
using Blittable.Dates;
using MessagePack;
using MessagePack.Resolvers;

namespace Blittable.MessagePack.Tests;

public class TimestampFormatterTests
{
    public static TheoryData<DateSchema> Schemas => [.. Enum.GetValues<DateSchema>()];

    [Theory]
    [MemberData(nameof(Schemas))]
    public void Each_schema_writes_the_bytes_of_its_codec_and_reads_them_back(DateSchema schema)
    {
        var resolver = CompositeResolver.Create(new BlittableResolver(new() { DateExtension = new DateExtension(schema) }), StandardResolver.Instance);
        var options = MessagePackSerializerOptions.Standard.WithResolver(resolver);
        Timestamp[] values = [default, new(1_293_840_000), new(1_623_760_496, 789_012_345, 180), new(-1, 999_999_999, -720, 479)];
        Span<byte> expected = stackalloc byte[DateCodec.MaxLength];
        foreach (var value in values)
        {
            var bytes = MessagePackSerializer.Serialize(value, options);
            Assert.Equal(expected[..DateCodec.Encode(schema, value, expected)].ToArray(), bytes);
            var back = MessagePackSerializer.Deserialize<Timestamp>(bytes, options);
            Assert.Equal((value, value.OffsetMinutes, value.ZoneIndex), (back, back.OffsetMinutes, back.ZoneIndex));

            // Dates in an array, read from sequences split at every position.
            Timestamp[] pair = [value, value];
            var packed = MessagePackSerializer.Serialize(pair, options);
            for (var at = 0; at <= packed.Length; at++)
            {
                Assert.Equal(pair, MessagePackSerializer.Deserialize<Timestamp[]>(Split(packed, at), options));
            }
        }
    }

    [Theory]
    [InlineData("c0")] // nil
    [InlineData("05")] // an integer
    [InlineData("c70503ce4d1e")] // truncated
    [InlineData("c7ff03ce4d1e6e80")] // a length that dates do not have
    public void A_value_that_is_not_a_date_extension_is_rejected(string hex)
    {
        var bytes = Convert.FromHexString(hex);
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Timestamp>(bytes, BlittableResolver.Options));
    }

    [Theory]
    [InlineData("d6ff00000000")] // another type
    [InlineData("c70303a16161")] // type 3, but 3 bytes are not a record
    [InlineData("c72103000000000000000000000000000000000000000000000000000000000000000000")] // 33 bytes, more than any date
    public void The_error_for_an_extension_that_is_not_a_date_names_the_expected_type(string hex)
    {
        var bytes = Convert.FromHexString(hex);
        var fault = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<Timestamp>(bytes, BlittableResolver.Options));
        Assert.Contains("is not a date of extension type 3", fault.InnerException!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void An_excessively_nested_value_is_rejected()
    {
        var arrays = new byte[1_000_000];
        arrays.AsSpan().Fill(0x91);
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<Timestamp>(arrays, BlittableResolver.Options));
    }

    private static ReadOnlySequence<byte> Split(byte[] bytes, int at)
    {
        var first = new Piece(bytes.AsMemory(0, at), 0);
        var last = new Piece(bytes.AsMemory(at), at);
        first.Append(last);
        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, long index)
        {
            Memory = memory;
            RunningIndex = index;
        }

        public void Append(Piece next) => Next = next;
    }
}
