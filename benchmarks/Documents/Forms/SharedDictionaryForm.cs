using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Represents small documents whose names are in a shared dictionary. In disk mode, frequent strings and symbols are there too.</summary>
internal sealed class SharedDictionaryForm(string name, BlittableOptions options) : BlittableForm(name + ", shared dictionary", options)
{
    public override bool IsHeadline => false;

    public override bool Suits(Corpus corpus) => corpus.IsMany;

    public override long Size(Corpus corpus) => Size(corpus, Options(corpus));

    /// <summary>Returns the size of documents with a dictionary trained on other documents, including the size of the dictionary.</summary>
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
