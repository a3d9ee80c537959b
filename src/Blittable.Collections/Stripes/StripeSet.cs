using System.Collections.Concurrent;

namespace Blittable.Collections.Stripes;

/// <summary>Represents the stripes that a query reads: the stripes of a commit, or of several concatenated collections. Immutable, except for cached findings
/// of queries.</summary>
/// <param name="stripes">The stripes, with consecutive row numbers.</param>
internal sealed class StripeSet(IReadOnlyList<Stripe> stripes)
{
    public IReadOnlyList<Stripe> Stripes { get; } = stripes;

    /// <summary>Gets the findings of queries about paths without columns.</summary>
    public ConcurrentDictionary<BlittablePath, PathFinding> Findings { get; } = new();

    /// <summary>Gets the findings of queries about the kinds of the values at paths.</summary>
    public ConcurrentDictionary<BlittablePath, KindFinding> Kinds { get; } = new();

    /// <summary>Concatenates the stripes of several sets, with consecutive row numbers.</summary>
    public static StripeSet Join(IReadOnlyList<StripeSet> sets)
    {
        var stripes = new List<Stripe>();
        long row = 0;
        foreach (var stripe in sets.SelectMany(set => set.Stripes))
        {
            stripes.Add(stripe.At(row));
            row += stripe.Rows;
        }

        return new StripeSet(stripes);
    }
}
