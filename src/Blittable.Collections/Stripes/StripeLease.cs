namespace Blittable.Collections.Stripes;

/// <summary>Represents the stripes of a query and the leases that keep their bytes valid until this lease is disposed.</summary>
internal sealed class StripeLease(StripeSet stripes, params IDisposable[] leases) : IDisposable
{
    private readonly IDisposable[] _leases = leases;

    public StripeSet Stripes { get; } = stripes;

    public void Dispose() => Array.ForEach(_leases, lease => lease.Dispose());
}
