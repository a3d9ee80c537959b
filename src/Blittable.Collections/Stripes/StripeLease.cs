namespace Blittable.Collections.Stripes;

/// <summary>Keeps the stripes of a query, and the bytes that they are read from, until it is disposed of.</summary>
internal sealed class StripeLease(StripeSet stripes, params IDisposable[] leases) : IDisposable
{
    private readonly IDisposable[] _leases = leases;

    public StripeSet Stripes { get; } = stripes;

    public void Dispose() => Array.ForEach(_leases, lease => lease.Dispose());
}
