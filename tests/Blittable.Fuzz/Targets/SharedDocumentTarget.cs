using System.Text;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>Documents that are read with a dictionary of shapes, strings and symbol tables.</summary>
internal sealed class SharedDocumentTarget : DocumentTarget
{
    private static readonly Lazy<BlittableDictionary> Trained = new(Train);

    private static readonly Lazy<SeedDocument[]> Seeds = new(() => SeedDocuments.Make(Trained.Value));

    public override string Name => "shared-documents";

    /// <remarks>Strings of the dictionary are outside of the document, so a document may expand to 4,096 times its size.</remarks>
    public override long MaxAllocated => 64 << 20;

    protected override BlittableDictionary Dictionary => Trained.Value;

    public override byte[] Make(FuzzRandom random) =>
        DocumentMutator.Mutate(random, random.Pick<SeedDocument>(Seeds.Value), random.Pick<SeedDocument>(Seeds.Value));

    /// <summary>Trains a dictionary of shapes, strings and a symbol table on the texts of the seeds.</summary>
    internal static BlittableDictionary Train()
    {
        var texts = Enumerable.Range(0, 60).Select(text => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(JsonTexts.Make(new FuzzRandom(0, (ulong)text))));
        return BlittableDictionary.Train(texts, new BlittableTrainingOptions { FrequentStrings = true });
    }
}
