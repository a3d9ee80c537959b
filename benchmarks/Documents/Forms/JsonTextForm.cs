using System.Text.Json;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>The text itself, tokenized by <see cref="Utf8JsonReader"/>; to read a property it is parsed each time.</summary>
internal sealed class JsonTextForm : DocumentForm
{
    public override string Name => "JSON text";

    public override bool HasBytes => true;

    public override bool CanRead => true;

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus) => ReadTokens;

    public override Func<double> Reader<TQuery>(Corpus corpus)
    {
        IReadOnlyList<ReadOnlyMemory<byte>> documents = corpus.Documents;
        return () =>
        {
            double sum = 0;
            for (int i = 0; i < documents.Count; i++)
            {
                using var document = JsonDocument.Parse(documents[i]);
                sum += TQuery.Read(document.RootElement);
            }

            return sum;
        };
    }

    public override long Size(Corpus corpus) => corpus.MinifiedBytes;

    private static void ReadTokens(ReadOnlyMemory<byte> json)
    {
        var reader = new Utf8JsonReader(json.Span);
        while (reader.Read())
        {
        }
    }
}
