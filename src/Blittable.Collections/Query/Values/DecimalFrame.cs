using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Blittable.Collections.Numbers;

namespace Blittable.Collections.Query.Values;

/// <summary>Represents the two units that decimals of similar size are split into, and tables of powers of ten by double exponent.</summary>
/// <remarks>A decimal is a number of high units plus a number of low units, each far below 64 bits, so many rows can be summed without overflow checks,
/// regardless of their number of digits.</remarks>
internal readonly struct DecimalFrame
{
    /// <summary>The number of double exponents that a frame covers.</summary>
    public const int Exponents = Entries - 1;

    /// <summary>The table size. The last entry is for all other exponents.</summary>
    private const int Entries = 16;

    private readonly Table _units;
    private readonly Table _highSteps;
    private readonly Table _lowSteps;

    /// <param name="topExponent">The greatest biased exponent of the doubles.</param>
    /// <param name="lowerDigits">The number of digits of the largest decimals, of about 16, that are low units.</param>
    /// <param name="moreDigits">The number of additional fraction digits that smaller decimals may have.</param>
    private DecimalFrame(int topExponent, int lowerDigits, int moreDigits)
    {
        TopExponent = topExponent;
        var digitsOf = ShortestDecimal.DigitsOfExponents;
        int topDigits = digitsOf[topExponent];
        LowDigits = lowerDigits + moreDigits;
        Scale = topDigits + moreDigits;
        HighUnits = Math.Pow(10, topDigits - lowerDigits);
        for (var i = 0; i < Entries; i++)
        {
            var digits = topExponent >= i ? digitsOf[topExponent - i] : -1;
            var isCovered = digits >= 0 && digits <= Scale && i < Exponents;
            _units[i] = isCovered ? ShortestDecimal.Powers[topExponent - i] : double.NaN;
            _highSteps[i] = isCovered ? -ShortestDecimal.PowersOfTen[digits - topDigits + lowerDigits - 1] : double.NaN;
            _lowSteps[i] = isCovered ? ShortestDecimal.PowersOfTen[Scale - digits] : double.NaN;
        }
    }

    /// <summary>Gets the greatest biased exponent of the doubles that the frame covers.</summary>
    public int TopExponent { get; }

    /// <summary>Gets the number of fraction digits of a low unit.</summary>
    public int Scale { get; }

    /// <summary>Gets the ratio of high to low units, as a power of ten.</summary>
    public int LowDigits { get; }

    /// <summary>Gets the number of high units in one, rounded.</summary>
    public double HighUnits { get; }

    /// <summary>Gets an upper bound of the decimals, in low units.</summary>
    public double Most => ShortestDecimal.MostUnits * ShortestDecimal.PowersOfTen[Scale - ShortestDecimal.DigitsOfExponents[TopExponent]];

    /// <summary>Gets, for each exponent from the greatest down, the number of units of the last digit in one.</summary>
    [UnscopedRef]
    public ReadOnlySpan<double> Units => _units;

    /// <summary>Gets, for each exponent, the negated number of tens of such units in a high unit.</summary>
    [UnscopedRef]
    public ReadOnlySpan<double> HighSteps => _highSteps;

    /// <summary>Gets, for each exponent, the number of low units in such a unit.</summary>
    [UnscopedRef]
    public ReadOnlySpan<double> LowSteps => _lowSteps;

    /// <summary>Creates a frame for sums, with high parts below 2^34 and low parts below 2^47.</summary>
    public static bool TryOfSums(int topExponent, out DecimalFrame frame) => TryCreate(topExponent, lowerDigits: 7, moreDigits: 7, out frame);

    /// <summary>Creates a frame for products with factors up to <see cref="MostFactor"/>, with high parts below 2^27 and low parts below 2^40.</summary>
    public static bool TryOfProducts(int topExponent, out DecimalFrame frame) => TryCreate(topExponent, lowerDigits: 9, moreDigits: 3, out frame);

    /// <summary>The maximum absolute value of factors.</summary>
    public const int MostFactor = 1 << 10;

    private static bool TryCreate(int topExponent, int lowerDigits, int moreDigits, out DecimalFrame frame)
    {
        if (topExponent is < 0 or >= ShortestDecimal.ExponentMask || ShortestDecimal.DigitsOfExponents[topExponent] < 0)
        {
            frame = default;
            return false;
        }

        frame = new DecimalFrame(topExponent, lowerDigits, moreDigits);
        return true;
    }

    [InlineArray(Entries)]
    private struct Table
    {
        private double _first;
    }
}
