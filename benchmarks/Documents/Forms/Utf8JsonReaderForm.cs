using System.Text.Json;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents documents as JSON text that <see cref="Utf8JsonReader"/> scans without storing anything.</summary>
internal sealed class Utf8JsonReaderForm : DocumentForm
{
    private static readonly JsonReaderOptions Deep = new() { MaxDepth = 512 };

    public override string Name => "Utf8JsonReader";

    public override Peer Peer { get; } =
        Peer.OfFramework("Read to the end of the text, storing nothing", "Read to the end of the text, comparing each name", "");

    public override bool CanAnswer<TQuery>() => TQuery.HasScans;

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus) => ReadTokens;

    public override Func<double> Reader<TQuery>(Corpus corpus)
    {
        IReadOnlyList<ReadOnlyMemory<byte>> documents = corpus.Documents;
        return () =>
        {
            double sum = 0;
            for (int i = 0; i < documents.Count; i++)
            {
                var reader = new Utf8JsonReader(documents[i].Span, Deep);
                sum += TQuery.Scan(ref reader);
            }

            return sum;
        };
    }

    private static void ReadTokens(ReadOnlyMemory<byte> json)
    {
        var reader = new Utf8JsonReader(json.Span, Deep);
        while (reader.Read())
        {
        }
    }
}
