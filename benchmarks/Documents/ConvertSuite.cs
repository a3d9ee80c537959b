using System.Text.Json;
using System.Text.Json.Nodes;
using Blittable.Benchmarks.Harness;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents;

/// <summary>JSON text to something that can be read by name: every corpus, both modes, and the peers.</summary>
internal sealed class ConvertSuite : CellSuite
{
    public override string Name => "convert";

    public override string Title => "Converting JSON";

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments) =>
        [.. Corpora.All.SelectMany(CellsOf)];

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        report.Show(Table.Pivot("Speed, 10^6 bytes of JSON a second", results, Column.MegabytesPerSecond));
        report.Show(Table.Pivot("Times as fast as JsonDocument", results, Column.Speedup, withMean: true));
        report.Show(Table.Pivot("Nanoseconds a document", results, Column.Nanoseconds with { Format = "N0" }));
        report.Show(Table.Pivot("Managed bytes allocated a document", results, Column.Allocated));
    }

    private static IEnumerable<Cell> CellsOf(Corpus corpus)
    {
        yield return new(corpus.Name, "JsonDocument", () => Each(corpus, ParseDocument)) { IsBaseline = true };
        yield return new(corpus.Name, "Utf8JsonReader", () => Each(corpus, ReadTokens));
        yield return new(corpus.Name, "JsonNode", () => Each(corpus, ParseNode));
        yield return new(corpus.Name, "JToken", () => Each(corpus, ParseToken));
    }

    private static Work Each(Corpus corpus, Action<ReadOnlyMemory<byte>> convert)
    {
        IReadOnlyList<ReadOnlyMemory<byte>> documents = corpus.Documents;
        return new Work(
            () =>
            {
                for (int i = 0; i < documents.Count; i++)
                {
                    convert(documents[i]);
                }
            },
            corpus.Bytes,
            documents.Count);
    }

    private static void ParseDocument(ReadOnlyMemory<byte> json) => JsonDocument.Parse(json).Dispose();

    private static void ReadTokens(ReadOnlyMemory<byte> json)
    {
        var reader = new Utf8JsonReader(json.Span);
        while (reader.Read())
        {
        }
    }

    /// <summary>A node parses its children when they are asked for, so the walk belongs to the work.</summary>
    private static void ParseNode(ReadOnlyMemory<byte> json) => Visit(JsonNode.Parse(json.Span));

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

    private static void ParseToken(ReadOnlyMemory<byte> json)
    {
        using var text = new StreamReader(new MemoryStream(json.ToArray(), writable: false));
        using var reader = new JsonTextReader(text) { DateParseHandling = DateParseHandling.None };
        JToken.ReadFrom(reader);
    }
}
