using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;
using Newtonsoft.Json;
using Newtonsoft.Json.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>BSON by Newtonsoft.Json.Bson; to read a property its tree is built each time.</summary>
internal sealed class BsonForm : DocumentForm
{
    public override string Name => "BSON (Newtonsoft)";

    public override bool HasBytes => true;

    public override bool CanRead => true;

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus)
    {
        var output = new MemoryStream();
        return json =>
        {
            output.SetLength(0);
            Convert(json, output);
        };
    }

    public override Func<double> Reader<TQuery>(Corpus corpus)
    {
        byte[][] documents = [.. corpus.Documents.Select(Convert)];
        return () =>
        {
            double sum = 0;
            foreach (byte[] document in documents)
            {
                using var reader = new BsonDataReader(new MemoryStream(document, writable: false));
                sum += TQuery.Read(JToken.ReadFrom(reader));
            }

            return sum;
        };
    }

    public override long Size(Corpus corpus) => corpus.Documents.Sum(json => (long)Convert(json).Length);

    private static byte[] Convert(ReadOnlyMemory<byte> json)
    {
        var output = new MemoryStream();
        Convert(json, output);
        return output.ToArray();
    }

    private static void Convert(ReadOnlyMemory<byte> json, MemoryStream output)
    {
        using JsonTextReader reader = JTokenForm.OpenText(json);
        using var writer = new BsonDataWriter(output) { CloseOutput = false };
        writer.WriteToken(reader);
    }
}
