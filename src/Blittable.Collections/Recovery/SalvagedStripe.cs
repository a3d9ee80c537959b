using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Recovery;

/// <summary>Represents a stripe found in a damaged file.</summary>
/// <param name="Stripe">The stripe, as described by a footer or its mark.</param>
/// <param name="Reader">The opened stripe. Its directory is intact.</param>
internal sealed record SalvagedStripe(StripeReference Stripe, Stripe Reader)
{
    /// <summary>Gets the number of the first row in the report.</summary>
    public long FirstRow { get; init; }
}
