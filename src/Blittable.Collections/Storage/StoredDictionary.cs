namespace Blittable.Collections.Storage;

/// <summary>Represents a dictionary of the collection, which is loaded on first use.</summary>
/// <param name="Number">The number, starting at 1.</param>
/// <param name="Reference">The reference.</param>
/// <param name="Dictionary">The dictionary.</param>
internal sealed record StoredDictionary(int Number, DictionaryReference Reference, Lazy<BlittableDictionary> Dictionary)
{
    /// <summary>Returns the dictionaries of a state. Their numbers are one higher than their indexes.</summary>
    public static StoredDictionary[] Of(BlockSource source, IReadOnlyList<DictionaryReference> references) =>
    [
        .. references.Select((reference, index) => new StoredDictionary(
            index + 1, reference, new Lazy<BlittableDictionary>(
                () => BlittableDictionary.Load(source.ReadChecked(reference.Block, "a dictionary").Span), LazyThreadSafetyMode.PublicationOnly))),
    ];
}
