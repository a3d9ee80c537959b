using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents documents as mutable trees of System.Text.Json.</summary>
internal sealed class JsonNodeForm : DocumentForm
{
    private static readonly JsonWriterOptions Relaxed = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    public override string Name => "JsonNode";

    public override Peer Peer { get; } = Peer.OfFramework(
        "JsonNode.Parse, then a visit of every node, because children are parsed lazily", "", "JsonNode.WriteTo, relaxed escaping, unvalidated");

    public override bool CanWrite => true;

    /// <summary>Includes a traversal, because a node parses its children only on access.</summary>
    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus) => json => Visit(JsonNode.Parse(json.Span));

    public override Action<int, ArrayBufferWriter<byte>> Writer(Corpus corpus)
    {
        JsonNode?[] roots = [.. corpus.Documents.Select(json => JsonNode.Parse(json.Span))];
        foreach (JsonNode? root in roots)
        {
            Visit(root);
        }

        var writer = new Utf8JsonWriter(Stream.Null, Relaxed);
        return (index, output) =>
        {
            writer.Reset(output);
            roots[index]!.WriteTo(writer);
            writer.Flush();
        };
    }

    private static void Visit(JsonNode? node)
    {
        switch (node)
        {
            case JsonObject properties:
                foreach ((_, JsonNode? child) in properties)
                {
                    Visit(child);
                }

                break;
            case JsonArray items:
                foreach (JsonNode? child in items)
                {
                    Visit(child);
                }

                break;
        }
    }
}
