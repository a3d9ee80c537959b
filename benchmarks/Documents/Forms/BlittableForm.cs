using System.Buffers;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Documents.Wild;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents a Blittable document, created by a converter that has already converted other documents.</summary>
internal class BlittableForm(string name, BlittableOptions options) : DocumentForm
{
    public override string Name => name;

    public override Peer Peer { get; } = new(
        "Blittable", LibraryVersion.Of(typeof(BlittableDocument)), "BlittableConverter.Convert, warm",
        "BlittableValue.Open and GetProperty by UTF-8 name", "BlittableValue.WriteJson");

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

    public override Func<double> PathReader(Corpus corpus, ValuePath[] paths)
    {
        BlittableOptions options = Options(corpus);
        byte[][] documents = Convert(corpus, options);
        return () =>
        {
            double sum = 0;
            foreach (ValuePath path in paths)
            {
                sum += path.Follow(BlittableValue.Open(documents[path.Document], options.Dictionary));
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

    public override long Size(Corpus corpus) => Weigh(corpus, Options(corpus)).Bytes;

    /// <summary>Returns the largest ratio of a document's size to the size of its minified JSON.</summary>
    public double Largest(Corpus corpus) => Weigh(corpus, Options(corpus)).Largest;

    /// <summary>Converts all documents, verifies that each restores its JSON, and returns the sum of the sizes.</summary>
    protected static (long Bytes, double Largest) Weigh(Corpus corpus, BlittableOptions options)
    {
        using var converter = new BlittableConverter(options);
        var restored = new ArrayBufferWriter<byte>();
        long bytes = 0;
        double largest = 0;
        foreach (ReadOnlyMemory<byte> json in corpus.Documents)
        {
            ReadOnlySpan<byte> document = converter.Convert(json.Span);
            restored.ResetWrittenCount();
            BlittableValue.Open(document, options.Dictionary).WriteJson(restored);
            if (!JsonTokens.AreEqual(json.Span, restored.WrittenSpan))
            {
                throw new InvalidOperationException($"A document of {corpus.Name} was not restored exactly.");
            }

            bytes += document.Length;
            largest = Math.Max(largest, (double)document.Length / Corpus.MinifiedLength(json.Span));
        }

        return (bytes, largest);
    }

    /// <summary>Returns the options for converting the documents of a corpus.</summary>
    protected virtual BlittableOptions Options(Corpus corpus) => options;

    protected static byte[][] Convert(Corpus corpus, BlittableOptions options)
    {
        using var converter = new BlittableConverter(options);
        return [.. corpus.Documents.Select(json => converter.Convert(json.Span).ToArray())];
    }
}
