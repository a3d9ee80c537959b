namespace Blittable.Collections.Storage;

/// <summary>A dictionary of the collection, which is read when a document needs it.</summary>
/// <param name="Number">Its number, from 1 on.</param>
/// <param name="Reference">Where it is.</param>
/// <param name="Dictionary">The dictionary.</param>
internal sealed record StoredDictionary(int Number, DictionaryReference Reference, Lazy<BlittableDictionary> Dictionary)
{
    /// <summary>The dictionaries of a state, whose numbers are one higher than their places.</summary>
    public static StoredDictionary[] Of(BlockSource source, IReadOnlyList<DictionaryReference> references) =>
    [
        .. references.Select((reference, index) => new StoredDictionary(
            index + 1, reference, new Lazy<BlittableDictionary>(() => BlittableDictionary.Load(source.ReadChecked(reference.Block, "a dictionary").Span)))),
    ];
}
