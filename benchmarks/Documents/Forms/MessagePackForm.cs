using System.Buffers;
using System.Text;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;
using MessagePack;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents documents as MessagePack with MessagePack-CSharp and its own JSON conversion. Properties are found by scanning the tokens.</summary>
internal sealed class MessagePackForm : DocumentForm
{
    public override string Name => "MessagePack";

    public override Peer Peer { get; } = new(
        "MessagePack-CSharp",
        LibraryVersion.Of(typeof(MessagePackSerializer)),
        "conversion to UTF-16, then MessagePackSerializer.ConvertFromJson",
        "MessagePackReader, token by token",
        "MessagePackSerializer.ConvertToJson, then conversion to UTF-8");

    public override bool HasBytes => true;

    public override bool CanWrite => true;

    public override bool CanAnswer<TQuery>() => TQuery.HasScans;

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus)
    {
        var output = new ArrayBufferWriter<byte>(1 << 16);
        return json =>
        {
            output.ResetWrittenCount();
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
                var reader = new MessagePackReader(document);
                sum += TQuery.Scan(ref reader);
            }

            return sum;
        };
    }

    public override Action<int, ArrayBufferWriter<byte>> Writer(Corpus corpus)
    {
        byte[][] documents = [.. corpus.Documents.Select(Convert)];
        return (index, output) => Encoding.UTF8.GetBytes(MessagePackSerializer.ConvertToJson(documents[index]), output);
    }

    public override long Size(Corpus corpus) => corpus.Documents.Sum(json => (long)Convert(json).Length);

    private static byte[] Convert(ReadOnlyMemory<byte> json)
    {
        var output = new ArrayBufferWriter<byte>(json.Length);
        Convert(json, output);
        return output.WrittenSpan.ToArray();
    }

    private static void Convert(ReadOnlyMemory<byte> json, ArrayBufferWriter<byte> output)
    {
        var writer = new MessagePackWriter(output);
        MessagePackSerializer.ConvertFromJson(Encoding.UTF8.GetString(json.Span), ref writer);
        writer.Flush();
    }
}
