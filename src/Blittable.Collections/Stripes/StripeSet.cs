using System.Collections.Concurrent;

namespace Blittable.Collections.Stripes;

/// <summary>Represents the stripes that a query reads: the stripes of a commit, or of several concatenated collections. Immutable, except for cached findings
/// of queries.</summary>
/// <param name="stripes">The stripes, with increasing row numbers. Stripes without blocks are not among them.</param>
/// <param name="rowCount">The number of rows, including the rows of stripes without blocks.</param>
internal sealed class StripeSet(IReadOnlyList<Stripe> stripes, long rowCount)
{
    public IReadOnlyList<Stripe> Stripes { get; } = stripes;

    public long RowCount { get; } = rowCount;

    /// <summary>Gets the findings of queries about paths without columns.</summary>
    public ConcurrentDictionary<BlittablePath, PathFinding> Findings { get; } = new();

    /// <summary>Gets the findings of queries about the kinds of the values at paths.</summary>
    public ConcurrentDictionary<BlittablePath, KindFinding> Kinds { get; } = new();

    /// <summary>Concatenates the stripes of several sets. Row numbers continue from one set to the next.</summary>
    public static StripeSet Join(IReadOnlyList<StripeSet> sets)
    {
        var stripes = new List<Stripe>();
        long row = 0;
        foreach (var set in sets)
        {
            stripes.AddRange(set.Stripes.Select(stripe => stripe.At(row + stripe.FirstRow)));
            row += set.RowCount;
        }

        return new StripeSet(stripes, row);
    }
}
