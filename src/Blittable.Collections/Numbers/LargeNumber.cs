using System.Numerics;

namespace Blittable.Collections.Numbers;

/// <summary>A number whose mantissa needs more than 64 bits or whose exponent is far from zero, or a double that is not finite.</summary>
/// <param name="Mantissa">The mantissa, without zeros at its end; 0 if the number is not finite.</param>
/// <param name="Exponent">The power of ten.</param>
/// <param name="Text">The text of a document; null for a computed number.</param>
internal sealed record LargeNumber(BigInteger Mantissa, BigInteger Exponent, string? Text)
{
    /// <summary>Gets the double that is not finite; 0 for a number.</summary>
    public double Special { get; init; }
}
