using System.Collections;
using MessagePack;
using MessagePack.Resolvers;

namespace Blittable.MessagePack.Tests;

/// <summary>Compares the MessagePack of documents with what MessagePack-CSharp writes and reads.</summary>
public class BlittableDocumentFormatterTests
{
    private static readonly MessagePackSerializerOptions Options = BlittableResolver.Options;

    [Theory]
    [InlineData("[0,63,64,127,128,255,256,65535,65536,4294967295,4294967296,18446744073709551615]")]
    [InlineData("[-1,-32,-33,-128,-129,-32768,-32769,-2147483648,-2147483649,-9223372036854775808]")]
    [InlineData("[true,false,null,0.5,-1.25,\"\",\"h\u00e9llo\",[],[[[]]]]")]
    [InlineData("""{"a":{"b":[1,{"c":"d"}]},"e":"0123456789012345678901234567890123456789"}""")]
    public void Documents_are_written_as_MessagePack_CSharp_writes_the_same_JSON(string json)
    {
        using var document = BlittableDocument.Parse(json);
        var bytes = MessagePackSerializer.Serialize(document, Options);
        Assert.Equal(MessagePackSerializer.ConvertFromJson(json), bytes);
        Assert.Equal(json, MessagePackSerializer.Deserialize<BlittableDocument>(bytes, Options).Root.ToJson());
    }

    [Fact]
    public void A_repetitive_document_that_was_read_can_be_returned()
    {
        var values = Enumerable.Repeat("shipped", 70_000).ToArray();
        var bytes = MessagePackSerializer.Serialize(values);
        var reader = new MessagePackReader(bytes);
        using var document = new BlittableDocumentFormatter(BlittableOptions.Balanced).Deserialize(ref reader, Options)!;
        Assert.Equal(bytes, MessagePackSerializer.Serialize(document, Options));
        Assert.Equal(70_000, document.Root.ToJsonNode()!.AsArray().Count);
    }

    [Fact]
    public void MessagePack_CSharp_objects_round_trip_through_documents()
    {
        var values = new Dictionary<string, object?>
        {
            ["bytes"] = new byte[] { 1, 2, 3 },
            ["single"] = 0.1f,
            ["double"] = 0.1,
            ["text"] = new string('t', 40),
            ["list"] = new object?[] { 1, null, true, "x" },
            ["moment"] = new DateTime(2020, 2, 29, 1, 2, 3, 500, DateTimeKind.Utc),
        };
        var bytes = MessagePackSerializer.Serialize(values, ContractlessStandardResolver.Options);
        using var document = MessagePackSerializer.Deserialize<BlittableDocument>(bytes, Options);
        Assert.Equal([1, 2, 3], document.Root.GetProperty("bytes"u8).GetBytes().ToArray());
        Assert.Equal(0.1f, document.Root.GetProperty("single"u8).GetSingle());
        Assert.Equal("2020-02-29T01:02:03.500Z", document.Root.GetProperty("moment"u8).GetString());

        var packed = MessagePackSerializer.Serialize(document, Options);
        var back = (IDictionary)MessagePackSerializer.Deserialize<object>(packed, ContractlessStandardResolver.Options)!;
        Assert.Equal(values["bytes"], back["bytes"]);
        Assert.Equal(values["single"], back["single"]);
        Assert.Equal(values["moment"], back["moment"]);
        Assert.Equal(values["text"], back["text"]);
    }

    [Fact]
    public void MessagePack_CSharp_dates_round_trip_byte_for_byte()
    {
        var random = new Random(20261129);
        for (var i = 0; i < 2_000; i++)
        {
            // Whole seconds, milliseconds and ticks, in the years 1 to 9999.
            var unit = (long[])[TimeSpan.TicksPerSecond, TimeSpan.TicksPerMillisecond, 1];
            var ticks = random.NextInt64(DateTime.MaxValue.Ticks) >> random.Next(20);
            var bytes = MessagePackSerializer.Serialize(new DateTime(ticks - ticks % unit[i % unit.Length], DateTimeKind.Utc));
            Assert.Equal(bytes, BlittableMessagePack.ToArray(BlittableMessagePack.ToDocument(bytes).Root));
        }
    }

    [Fact]
    public void A_null_reference_is_nil()
    {
        Assert.Equal([0xc0], MessagePackSerializer.Serialize<BlittableDocument?>(null, Options));
        Assert.Null(MessagePackSerializer.Deserialize<BlittableDocument?>(new byte[] { 0xc0 }, Options));
    }

    [Fact]
    public void An_invalid_message_throws_with_the_reason_as_inner_exception()
    {
        var fault = Assert.Throws<MessagePackSerializationException>(
            () => MessagePackSerializer.Deserialize<BlittableDocument>(new byte[] { 0x81, 1, 2 }, Options));
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.IsType<BlittableException>(fault.InnerException).Code);

        // An array that ends before its second element.
        fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<BlittableDocument>(new byte[] { 0x92, 1 }, Options));
        Assert.Equal(BlittableErrorCode.UnexpectedEnd, Assert.IsType<BlittableException>(fault.InnerException).Code);
    }

    [Fact]
    public void Serializing_a_damaged_document_throws_with_an_inner_BlittableException()
    {
        using var whole = BlittableDocument.Parse("""{"a":"some text"}""");
        var bytes = whole.Bytes.ToArray();
        bytes[0] = 0xff; // The first value, a string, gets an invalid tag.
        using var damaged = BlittableDocument.Open(bytes);
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Serialize(damaged, Options));
        Assert.IsType<BlittableException>(fault.InnerException);
    }

    [Fact]
    public void A_document_ends_where_the_next_value_starts()
    {
        using var document = BlittableDocument.Parse("""{"a":[1,2,{"b":"c"}]}""");
        (int Before, BlittableDocument? Document, string After) values = (1, document, "x");
        var bytes = MessagePackSerializer.Serialize(values, Options);
        var back = MessagePackSerializer.Deserialize<(int Before, BlittableDocument? Document, string After)>(bytes, Options);
        Assert.Equal((1, "x"), (back.Before, back.After));
        Assert.Equal(document.Root.ToJson(), back.Document!.Root.ToJson());
    }

    [Fact]
    public void Excessive_nesting_is_rejected_without_a_stack_overflow()
    {
        var arrays = new byte[10_000_000];
        arrays.AsSpan().Fill(0x91);
        var fault = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<BlittableDocument>(arrays, Options));
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.IsType<BlittableException>(fault.InnerException).Code);
    }

    [Fact]
    public void Compressed_messages_can_contain_documents()
    {
        var options = Options.WithCompression(MessagePackCompression.Lz4BlockArray);
        using var document = BlittableDocument.Parse('"' + new string('x', 100_000) + '"');
        var bytes = MessagePackSerializer.Serialize(document, options);
        Assert.True(bytes.Length < 10_000);
        Assert.Equal(document.Root.GetString(), MessagePackSerializer.Deserialize<BlittableDocument>(bytes, options).Root.GetString());
    }

    [Fact]
    public void Threads_can_share_a_formatter()
    {
        using var document = BlittableDocument.Parse("""{"id":1,"name":"some text","tags":["a","b"]}""");
        var bytes = MessagePackSerializer.Serialize(document, Options);
        Parallel.For(0, 1000, _ =>
        {
            var back = MessagePackSerializer.Deserialize<BlittableDocument>(bytes, Options);
            Assert.Equal(bytes, MessagePackSerializer.Serialize(back, Options));
        });
    }
}
