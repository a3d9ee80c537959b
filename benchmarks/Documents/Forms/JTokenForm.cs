using System.Buffers;
using System.Text;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents documents as Newtonsoft.Json trees.</summary>
internal sealed class JTokenForm : DocumentForm
{
    public override string Name => "JToken";

    public override Peer Peer { get; } = new(
        "Newtonsoft.Json", LibraryVersion.Of(typeof(JToken)), "JToken.ReadFrom(JsonTextReader), without date parsing",
        "JToken[name] of a parsed document", "JToken.WriteTo, then UTF-8");

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus) => json => Parse(json);

    public override Func<double> Reader<TQuery>(Corpus corpus)
    {
        JToken[] roots = [.. corpus.Documents.Select(Parse)];
        return () =>
        {
            double sum = 0;
            foreach (JToken root in roots)
            {
                sum += TQuery.Read(root);
            }

            return sum;
        };
    }

    public override Action<int, ArrayBufferWriter<byte>> Writer(Corpus corpus)
    {
        JToken[] roots = [.. corpus.Documents.Select(Parse)];
        return (index, output) =>
        {
            using var text = new StringWriter();
            using var writer = new JsonTextWriter(text);
            roots[index].WriteTo(writer);
            Encoding.UTF8.GetBytes(text.ToString(), output);
        };
    }

    public static JToken Parse(ReadOnlyMemory<byte> json)
    {
        using JsonTextReader reader = OpenText(json);
        return JToken.ReadFrom(reader);
    }

    /// <summary>Returns a reader that leaves dates as strings.</summary>
    public static JsonTextReader OpenText(ReadOnlyMemory<byte> json) =>
        new(new StreamReader(new MemoryStream(json.ToArray(), writable: false))) { DateParseHandling = DateParseHandling.None };
}
