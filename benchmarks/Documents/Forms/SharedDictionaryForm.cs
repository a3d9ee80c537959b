using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Small documents that leave their names, and in disk mode their frequent strings and symbols, to a dictionary.</summary>
internal sealed class SharedDictionaryForm(string name, BlittableOptions options) : BlittableForm(name + ", shared dictionary", options)
{
    public override bool IsHeadline => false;

    public override bool Suits(Corpus corpus) => corpus.IsMany;

    public override long Size(Corpus corpus) => Size(corpus, Options(corpus));

    /// <summary>The bytes of some documents with a dictionary that was trained on others, the dictionary's own counted in.</summary>
    public long Size(Corpus corpus, Corpus trainedOn) => Size(corpus, Options(trainedOn));

    protected override BlittableOptions Options(Corpus corpus)
    {
        BlittableOptions options = base.Options(corpus);
        bool isDisk = options.Mode == BlittableMode.Disk;
        var training = new BlittableTrainingOptions { SymbolTable = isDisk, FrequentStrings = isDisk };
        return options with { StringCompression = StringCompression.Trained, Dictionary = BlittableDictionary.Train(corpus.Documents, training) };
    }

    private static long Size(Corpus corpus, BlittableOptions options) =>
        options.Dictionary!.Save().Length + Weigh(corpus, options).Bytes;
}
