using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>A Blittable document, made by a converter that has seen others before.</summary>
internal sealed class BlittableForm(string name, BlittableMode mode) : DocumentForm
{
    private readonly BlittableOptions _options = new() { Mode = mode };

    public override string Name => name;

    public override bool HasBytes => true;

    public override bool IsHeadline => true;

    public override Action<ReadOnlyMemory<byte>> Converter(Corpus corpus)
    {
        var converter = new BlittableConverter(_options);
        return json => converter.Convert(json.Span);
    }

    public override long Size(Corpus corpus)
    {
        using var converter = new BlittableConverter(_options);
        return corpus.Documents.Sum(json => (long)converter.Convert(json.Span).Length);
    }
}
