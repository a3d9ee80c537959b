namespace Blittable.Collections.Storage;

/// <summary>Represents a committed state, resolved from a footer and its parents. Immutable.</summary>
/// <param name="Footer">The last footer.</param>
/// <param name="Sequence">The number of the commit.</param>
/// <param name="Lineage">The lineage.</param>
/// <param name="Options">The options that the collection is written with.</param>
/// <param name="Dictionaries">The dictionaries, which stripes refer to by number, starting at 1.</param>
/// <param name="Stripes">The stripes, in row order.</param>
internal sealed record CollectionState(
    BlockReference Footer,
    long Sequence,
    Lineage Lineage,
    CollectionOptions Options,
    IReadOnlyList<DictionaryReference> Dictionaries,
    IReadOnlyList<StripeReference> Stripes)
{
    public long RowCount => Stripes.Sum(stripe => (long)stripe.Rows);

    /// <summary>Gets the number of documents.</summary>
    public long LiveCount => Stripes.Sum(stripe => (long)stripe.LiveRows);

    /// <summary>Gets the tokens of the most recent commits with a token, latest first.</summary>
    public IReadOnlyList<Guid> Tokens { get; init; } = [];

    /// <summary>Gets the number of changes in the footer, a measure of the cost of repeating them in a later footer.</summary>
    public int ChangeCount { get; init; }
}
