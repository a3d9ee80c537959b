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
        .. references.Select((reference, index) => new StoredDictionary(index + 1, reference, Load(source, reference))),
    ];

    /// <summary>Returns the dictionary at its location in a copy of the file. It is not read again, and if it has not been loaded, it may be damaged.</summary>
    public StoredDictionary MovedTo(BlockSource source, DictionaryReference reference) =>
        this with { Reference = reference, Dictionary = Dictionary.IsValueCreated ? Dictionary : Load(source, reference) };

    private static Lazy<BlittableDictionary> Load(BlockSource source, DictionaryReference reference) =>
        new(() => BlittableDictionary.Load(source.ReadChecked(reference.Block, "a dictionary").Span), LazyThreadSafetyMode.PublicationOnly);
}
