using System.Collections.Concurrent;

namespace Blittable.Collections.Stripes;

/// <summary>Holds the stripes that a query reads: those of a commit, or of several collections one after the other. Immutable but for what queries remember.</summary>
internal sealed class StripeSet
{
    private readonly Func<IDisposable> _lease;

    /// <param name="stripes">The stripes, with the numbers of their rows.</param>
    /// <param name="lease">Keeps their bytes.</param>
    public StripeSet(IReadOnlyList<Stripe> stripes, Func<IDisposable> lease) => (Stripes, _lease) = (stripes, lease);

    public IReadOnlyList<Stripe> Stripes { get; }

    /// <summary>What queries found out about paths that no column has.</summary>
    public ConcurrentDictionary<BlittablePath, PathFinding> Findings { get; } = new();

    /// <summary>Returns the stripes of several sets, their rows numbered one after the other.</summary>
    public static StripeSet Join(IReadOnlyList<StripeSet> sets)
    {
        var stripes = new List<Stripe>();
        long row = 0;
        foreach (var stripe in sets.SelectMany(set => set.Stripes))
        {
            stripes.Add(stripe.At(row));
            row += stripe.Rows;
        }

        return new StripeSet(stripes, () => new JointLease([.. sets.Select(set => set.Lease())]));
    }

    /// <summary>Keeps the bytes that the stripes are read from, until it is disposed of.</summary>
    /// <exception cref="ObjectDisposedException">A reader was disposed of.</exception>
    public IDisposable Lease() => _lease();

    private sealed class JointLease(IDisposable[] leases) : IDisposable
    {
        public void Dispose() => Array.ForEach(leases, lease => lease.Dispose());
    }
}
