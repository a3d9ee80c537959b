using System.Numerics;

namespace Blittable.Collections.Numbers;

/// <summary>Represents a number with a mantissa of more than 64 bits or an exponent far from zero, or a double that is not finite.</summary>
/// <param name="Mantissa">The mantissa without trailing zeros, or 0 if the number is not finite.</param>
/// <param name="Exponent">The power of ten.</param>
/// <param name="Text">The text in the document, or null for a computed number.</param>
internal sealed record LargeNumber(BigInteger Mantissa, BigInteger Exponent, string? Text)
{
    /// <summary>Gets the non-finite double, or 0 for a finite number.</summary>
    public double Special { get; init; }
}
