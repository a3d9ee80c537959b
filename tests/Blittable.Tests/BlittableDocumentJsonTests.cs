using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Blittable.Dates;

namespace Blittable.Tests;

[Trait(Category.Name, Category.Vector)]
public sealed partial class BlittableDocumentJsonTests
{
    private const string Json = """{"id":7,"price":1.50,"at":"2011-01-01T00:00:00Z","tags":["a","ü","\u0000"],"none":null}""";

    private static readonly JsonSerializerOptions ToDiskMode = new() { Converters = { new BlittableDocumentJsonConverter(BlittableOptions.Balanced) } };

    private static readonly JsonSerializerOptions ToFlatDocuments =
        new() { Converters = { new BlittableDocumentJsonConverter(new BlittableOptions { MaxDepth = 1 }) } };

    private sealed record Envelope(int Number, BlittableDocument? Payload, Timestamp At);

    [JsonSerializable(typeof(Envelope))]
    private sealed partial class EnvelopeContext : JsonSerializerContext;

    [Fact]
    public void A_type_with_a_document_and_a_timestamp_round_trips_through_reflection()
    {
        var text = $$"""{"Number":1,"Payload":{{Json}},"At":"2020-02-29T01:02:03.5+01:00"}""";

        var envelope = JsonSerializer.Deserialize<Envelope>(text)!;

        Assert.Equal(Json, envelope.Payload!.Root.ToJson());
        Assert.Equal(60, envelope.At.OffsetMinutes);
        Assert.True(JsonNode.DeepEquals(JsonNode.Parse(text.Replace(".5+", ".500+", StringComparison.Ordinal)), JsonSerializer.SerializeToNode(envelope)));
    }

    [Fact]
    public void A_type_with_a_document_and_a_timestamp_round_trips_through_a_generated_context()
    {
        var text = JsonSerializer.Serialize(new Envelope(1, BlittableDocument.Parse("[1.0]"), new Timestamp(0)), EnvelopeContext.Default.Envelope);

        Assert.Equal("""{"Number":1,"Payload":[1.0],"At":"1970-01-01T00:00:00Z"}""", text);
        Assert.Equal("[1.0]", JsonSerializer.Deserialize(text, EnvelopeContext.Default.Envelope)!.Payload!.Root.ToJson());
    }

    [Fact]
    public void The_literal_null_becomes_a_document_and_a_null_document_becomes_the_literal_null()
    {
        Assert.Equal(BlittableValueKind.Null, JsonSerializer.Deserialize<BlittableDocument>("null")!.Root.Kind);
        Assert.Equal("""{"Number":0,"Payload":null,"At":"1970-01-01T00:00:00Z"}""", JsonSerializer.Serialize(new Envelope(0, null, default)));
    }

    [Fact]
    public void A_registered_converter_stores_documents_with_its_options()
    {
        var document = JsonSerializer.Deserialize<BlittableDocument>(Json, ToDiskMode)!;

        Assert.Equal(BlittableDocument.Parse(Json, BlittableOptions.Balanced).Bytes.ToArray(), document.Bytes.ToArray());
    }

    [Fact]
    public void A_document_that_the_options_refuse_is_a_JsonException()
    {
        var fault = Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<BlittableDocument>("[[1]]", ToFlatDocuments));

        Assert.Equal(BlittableErrorCode.TooDeep, Assert.IsType<BlittableException>(fault.InnerException).Code);
    }

    [Theory]
    [InlineData("1")]
    [InlineData("\"tomorrow\"")]
    [InlineData("null")]
    public void Text_that_is_not_a_date_is_not_a_timestamp(string json) =>
        Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Timestamp>(json));

    [Fact]
    public void A_timestamp_may_contain_escapes() =>
        Assert.Equal(new Timestamp(0), JsonSerializer.Deserialize<Timestamp>("\"1970-01-01T00:00:0\\u0030Z\""));

    [Fact]
    public void Elements_and_nodes_convert_to_documents_and_documents_to_nodes()
    {
        using var json = JsonDocument.Parse($$"""{"x":[{{Json}}]}""");

        Assert.Equal(Json, BlittableDocument.From(json.RootElement.GetProperty("x")[0]).Root.ToJson());
        Assert.Equal(Json, BlittableDocument.From(JsonNode.Parse(Json)).Root.ToJson());
        Assert.Equal("null", BlittableDocument.From((JsonNode?)null).Root.ToJson());
        Assert.True(JsonNode.DeepEquals(JsonNode.Parse(Json), BlittableDocument.Parse(Json).ToJsonNode()));
        Assert.Null(BlittableDocument.Parse("null").ToJsonNode());
        Assert.Equal("1.50", BlittableDocument.Parse(Json).Root.GetProperty("price"u8).ToJsonNode()!.ToJsonString());
    }

    [Fact]
    public void Elements_of_a_lenient_document_lose_their_comments_and_trailing_commas()
    {
        var options = new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };
        using var json = JsonDocument.Parse("{\"a\": 1.0, /* one */ \"b\": [2,],}", options);

        Assert.Equal("""{"a":1.0,"b":[2]}""", BlittableDocument.From(json.RootElement).Root.ToJson());
    }

    [Fact]
    public void A_default_element_is_refused() => Assert.Throws<ArgumentException>(() => BlittableDocument.From(default(JsonElement)));

    [Fact]
    public async Task Text_in_pieces_and_from_pipes_converts_to_a_document()
    {
        var utf8 = Encoding.UTF8.GetBytes(Json);
        var first = new Segment(utf8.AsMemory(0, 9), 0);
        var last = first.Append(utf8.AsMemory(9));
        var pieces = new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);

        Assert.Equal(Json, BlittableDocument.Parse(pieces).Root.ToJson());

        var document = await BlittableDocument.ParseAsync(PipeReader.Create(pieces), BlittableOptions.Balanced, TestContext.Current.CancellationToken);
        Assert.Equal(Json, document.Root.ToJson());
    }

    [Fact]
    public async Task Text_is_written_to_streams_and_pipes_without_blocking()
    {
        var cancellation = TestContext.Current.CancellationToken;
        using var document = BlittableDocument.Parse("[" + string.Join(',', Enumerable.Repeat(Json, 3000)) + "]");
        using var stream = new MemoryStream();

        await document.WriteJsonAsync(stream, cancellationToken: cancellation);

        Assert.Equal(document.Root.ToJson(), Encoding.UTF8.GetString(stream.ToArray()));

        using var piped = new MemoryStream();
        var pipe = PipeWriter.Create(piped, new StreamPipeWriterOptions(leaveOpen: true));
        await document.WriteJsonAsync(pipe, new BlittableJsonOptions { Indented = true }, cancellation);
        await pipe.CompleteAsync();
        Assert.Equal(document.Root.ToJson(new BlittableJsonOptions { Indented = true }), Encoding.UTF8.GetString(piped.ToArray()));
    }

    [Fact]
    public async Task A_text_that_is_refused_is_not_written_to_the_stream()
    {
        using var builder = new BlittableBuilder();
        builder.WriteNumber(double.NaN);
        using var document = builder.ToDocument();
        using var stream = new MemoryStream();

        var fault = await Assert.ThrowsAsync<BlittableException>(() => document.WriteJsonAsync(stream, cancellationToken: TestContext.Current.CancellationToken));

        Assert.Equal(BlittableErrorCode.NotJson, fault.Code);
        Assert.Equal(0, stream.Length);
        Assert.True(stream.CanWrite);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, long index)
        {
            Memory = memory;
            RunningIndex = index;
        }

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
