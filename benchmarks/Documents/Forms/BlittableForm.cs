using System.Buffers;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>A Blittable document, made by a converter that has seen others before.</summary>
internal class BlittableForm(string name, BlittableMode mode) : DocumentForm
{
    public override string Name => name;

    public override bool HasBytes => true;

    public override bool IsHeadline => true;

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus)
    {
        var converter = new BlittableConverter(Options(corpus));
        return json => converter.Convert(json.Span);
    }

    public override Func<double> Reader<TQuery>(Corpus corpus)
    {
        BlittableOptions options = Options(corpus);
        byte[][] documents = Convert(corpus, options);
        return () =>
        {
            double sum = 0;
            foreach (byte[] document in documents)
            {
                sum += TQuery.ReadByText(BlittableValue.Open(document, options.Dictionary));
            }

            return sum;
        };
    }

    public override Action<int, ArrayBufferWriter<byte>> Writer(Corpus corpus)
    {
        BlittableOptions options = Options(corpus);
        byte[][] documents = Convert(corpus, options);
        return (index, output) => BlittableValue.Open(documents[index], options.Dictionary).WriteJson(output);
    }

    public override long Size(Corpus corpus) => Convert(corpus, Options(corpus)).Sum(document => (long)document.Length);

    /// <summary>How the documents of a corpus are converted.</summary>
    protected virtual BlittableOptions Options(Corpus corpus) => new() { Mode = mode };

    protected static byte[][] Convert(Corpus corpus, BlittableOptions options)
    {
        using var converter = new BlittableConverter(options);
        return [.. corpus.Documents.Select(json => converter.Convert(json.Span).ToArray())];
    }
}
