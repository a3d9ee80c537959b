using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Documents.Wild;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents documents as <see cref="JsonDocument"/> from System.Text.Json: the text and an index of it. This is the baseline of all
/// suites.</summary>
internal sealed class JsonDocumentForm : DocumentForm
{
    private static readonly JsonWriterOptions Relaxed = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    /// <summary>Allows the maximum depth of a Blittable document.</summary>
    private static readonly JsonDocumentOptions Deep = new() { MaxDepth = 512 };

    public override string Name => "JsonDocument";

    public override Peer Peer { get; } = Peer.OfFramework(
        "JsonDocument.Parse and Dispose",
        "JsonElement.GetProperty by UTF-8 name, of a parsed document",
        "JsonElement.WriteTo, relaxed escaping, without validation");

    public override bool IsHeadline => true;

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus) => json => JsonDocument.Parse(json, Deep).Dispose();

    public override Func<double> Reader<TQuery>(Corpus corpus)
    {
        JsonElement[] roots = Roots(corpus);
        return () =>
        {
            double sum = 0;
            foreach (JsonElement root in roots)
            {
                sum += TQuery.Read(root);
            }

            return sum;
        };
    }

    public override Func<double> PathReader(Corpus corpus, ValuePath[] paths)
    {
        JsonElement[] roots = Roots(corpus);
        return () =>
        {
            double sum = 0;
            foreach (ValuePath path in paths)
            {
                sum += path.Follow(roots[path.Document]);
            }

            return sum;
        };
    }

    public override Action<int, ArrayBufferWriter<byte>> Writer(Corpus corpus)
    {
        JsonElement[] roots = Roots(corpus);
        var writer = new Utf8JsonWriter(Stream.Null, Relaxed);
        return (index, output) =>
        {
            writer.Reset(output);
            roots[index].WriteTo(writer);
            writer.Flush();
        };
    }

    private static JsonElement[] Roots(Corpus corpus) => [.. corpus.Documents.Select(json => JsonDocument.Parse(json, Deep).RootElement)];
}
