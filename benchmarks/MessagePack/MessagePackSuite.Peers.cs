using System.Buffers;
using System.Text;
using Blittable.Benchmarks.Harness;
using global::MessagePack;

namespace Blittable.Benchmarks.MessagePack;

/// <content>Measures MessagePack-CSharp: its own JSON conversion, and objects.</content>
internal sealed partial class MessagePackSuite
{
    private static void AddPeers(List<Cell> cells, Corpus corpus)
    {
        cells.Add(new($"read {corpus.Name}", "MessagePack-CSharp through JSON to memory", () => ThroughJson(corpus)));
        cells.Add(new($"read {corpus.Name}", "MessagePack-CSharp to objects", () => ToObjects(corpus)));
        cells.Add(new($"write {corpus.Name}", "memory through JSON by MessagePack-CSharp", () => ByJson(corpus)));
        cells.Add(new($"write {corpus.Name}", "MessagePack-CSharp from objects", () => FromObjects(corpus)));
    }

    private static Work ThroughJson(Corpus corpus)
    {
        var converter = new BlittableConverter();
        return EachOf(corpus, PackWithoutDates(corpus), packed => converter.Convert(Encoding.UTF8.GetBytes(MessagePackSerializer.ConvertToJson(packed))));
    }

    private static Work ToObjects(Corpus corpus) => EachOf(corpus, PackWithoutDates(corpus), packed => MessagePackSerializer.Deserialize<object>(packed));

    private static Work ByJson(Corpus corpus)
    {
        var json = new ArrayBufferWriter<byte>(1 << 20);
        var output = new ArrayBufferWriter<byte>(1 << 20);
        return EachOf(corpus, Convert(corpus, BlittableOptions.Fastest), document =>
        {
            json.ResetWrittenCount();
            output.ResetWrittenCount();
            BlittableValue.Open(document.Span).WriteJson(json);
            var writer = new MessagePackWriter(output);
            MessagePackSerializer.ConvertFromJson(Encoding.UTF8.GetString(json.WrittenSpan), ref writer);
            writer.Flush();
        });
    }

    private static Work FromObjects(Corpus corpus)
    {
        object[] objects = [.. PackWithoutDates(corpus).Select(packed => MessagePackSerializer.Deserialize<object>(packed))];
        var output = new ArrayBufferWriter<byte>(1 << 20);
        return EachOf(corpus, objects, value =>
        {
            output.ResetWrittenCount();
            MessagePackSerializer.Serialize(output, value);
        });
    }

    /// <summary>Converts the documents with dates as strings, because MessagePack-CSharp does not support extensions of type 3.</summary>
    private static ReadOnlyMemory<byte>[] PackWithoutDates(Corpus corpus) =>
        [
            .. Convert(corpus, BlittableOptions.Fastest)
                .Select(document => (ReadOnlyMemory<byte>)BlittableMessagePack.ToArray(BlittableValue.Open(document.Span), Format)),
        ];
}
