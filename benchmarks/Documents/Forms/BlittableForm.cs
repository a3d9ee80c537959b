using System.Buffers;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>A Blittable document, made by a converter that has seen others before.</summary>
internal class BlittableForm(string name, BlittableMode mode) : DocumentForm
{
    private readonly BlittableOptions _options = new() { Mode = mode };

    public override string Name => name;

    public override bool HasBytes => true;

    public override bool IsHeadline => true;

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus)
    {
        var converter = new BlittableConverter(_options);
        return json => converter.Convert(json.Span);
    }

    public override Func<double> Reader<TQuery>(Corpus corpus)
    {
        byte[][] documents = Convert(corpus);
        return () =>
        {
            double sum = 0;
            foreach (byte[] document in documents)
            {
                sum += TQuery.ReadByText(BlittableValue.Open(document));
            }

            return sum;
        };
    }

    public override Action<int, ArrayBufferWriter<byte>> Writer(Corpus corpus)
    {
        byte[][] documents = Convert(corpus);
        return (index, output) => BlittableValue.Open(documents[index]).WriteJson(output);
    }

    public override long Size(Corpus corpus) => Convert(corpus).Sum(document => (long)document.Length);

    protected byte[][] Convert(Corpus corpus)
    {
        using var converter = new BlittableConverter(_options);
        return [.. corpus.Documents.Select(json => converter.Convert(json.Span).ToArray())];
    }
}
