using System.Text;
using Blittable.Fuzz.Running;

namespace Blittable.EntryMatrix;

/// <summary>The dictionaries of entries whose documents have one. They contain names, shapes, strings and symbols of generated documents.</summary>
internal static class MatrixDictionaries
{
    /// <summary>Gets the dictionary of documents that are written with one.</summary>
    public static BlittableDictionary Own { get; } = Train(seed: 1);

    /// <summary>Gets the dictionary of readers that need a copy of such documents.</summary>
    public static BlittableDictionary Other { get; } = Train(seed: 2);

    private static BlittableDictionary Train(ulong seed)
    {
        var texts = Enumerable.Range(0, 300).Select(number => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(GeneratedDocuments.Text(new FuzzRandom(seed, (ulong)number))));
        var extremes = ExtremeDocuments.All(many: 20).Where(document => !document.Name.Contains("deep", StringComparison.Ordinal)).Select(document => (ReadOnlyMemory<byte>)document.Json);
        return BlittableDictionary.Train(texts.Concat(extremes), new BlittableTrainingOptions { FrequentStrings = true, MinSightings = 2 });
    }
}
