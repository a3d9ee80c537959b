using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Recovery;

/// <summary>A stripe that a damaged file still has.</summary>
/// <param name="Stripe">The stripe as a footer or its mark describes it.</param>
/// <param name="Reader">The stripe, whose directory is whole.</param>
internal sealed record SalvagedStripe(StripeReference Stripe, Stripe Reader)
{
    /// <summary>The number of the first row in the report.</summary>
    public long FirstRow { get; init; }
}
