using System.Text.Json;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents documents as JSON text that is parsed each time a property is read.</summary>
internal sealed class JsonTextForm : DocumentForm
{
    public override string Name => "JSON text";

    public override Peer Peer { get; } = Peer.OfFramework("", "JsonDocument.Parse, GetProperty and Dispose for each read", "");

    public override bool CanConvert => false;

    public override bool HasBytes => true;

    public override bool CanRead => true;

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus) => throw new NotSupportedException();

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
}
