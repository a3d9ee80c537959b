using System.Buffers;
using System.Text;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;
using MongoDB.Bson;
using MongoDB.Bson.IO;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents documents as BSON with the MongoDB driver. Tokens are written one at a time, and <see cref="RawBsonDocument"/> reads in place without
/// building a tree.</summary>
internal sealed class MongoBsonForm : DocumentForm
{
    /// <summary>Writes numbers as JSON numbers, not as objects that contain their type.</summary>
    private static readonly JsonWriterSettings Relaxed = new() { OutputMode = JsonOutputMode.RelaxedExtendedJson };

    public override string Name => "BSON";

    public override Peer Peer { get; } = new(
        "MongoDB.Bson",
        LibraryVersion.Of(typeof(BsonDocument)),
        "Utf8JsonReader to BsonBinaryWriter, token by token",
        "RawBsonDocument.GetValue",
        "RawBsonDocument.ToJson (relaxed), then conversion to UTF-8");

    public override bool HasBytes => true;

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus)
    {
        var output = new MemoryStream();
        return json =>
        {
            output.SetLength(0);
            BsonText.Write(json.Span, output);
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
                using var raw = new RawBsonDocument(document);
                sum += TQuery.Read(raw);
            }

            return sum;
        };
    }

    public override Action<int, ArrayBufferWriter<byte>> Writer(Corpus corpus)
    {
        byte[][] documents = [.. corpus.Documents.Select(Convert)];
        return (index, output) =>
        {
            using var raw = new RawBsonDocument(documents[index]);
            Encoding.UTF8.GetBytes(raw.ToJson(Relaxed), output);
        };
    }

    public override long Size(Corpus corpus) => corpus.Documents.Sum(json => (long)Convert(json).Length);

    private static byte[] Convert(ReadOnlyMemory<byte> json)
    {
        var output = new MemoryStream();
        BsonText.Write(json.Span, output);
        return output.ToArray();
    }
}
