namespace Blittable.Collections.Storage;

/// <summary>A committed state, put together from a footer and its parents. Immutable.</summary>
/// <param name="Footer">The footer that was written last.</param>
/// <param name="Sequence">The number of the commit.</param>
/// <param name="Options">How the collection is written.</param>
/// <param name="Dictionaries">The dictionaries; a stripe names its own by its number, from 1 on.</param>
/// <param name="Stripes">The stripes, in the order of their rows.</param>
internal sealed record CollectionState(
    BlockReference Footer, long Sequence, CollectionOptions Options, IReadOnlyList<DictionaryReference> Dictionaries, IReadOnlyList<StripeReference> Stripes)
{
    public long RowCount => Stripes.Sum(stripe => (long)stripe.Rows);

    /// <summary>The documents.</summary>
    public long LiveCount => Stripes.Sum(stripe => (long)stripe.LiveRows);

    /// <summary>The tokens of the last commits that had one, the latest first.</summary>
    public IReadOnlyList<Guid> Tokens { get; init; } = [];

    /// <summary>The changes of the footer: how much it would take to write them again.</summary>
    public int ChangeCount { get; init; }
}
