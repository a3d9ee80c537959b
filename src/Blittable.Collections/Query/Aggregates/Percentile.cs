using System.Numerics;
using Blittable.Collections.Numbers;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>The place of a percentile among ordered numbers, and the number there.</summary>
internal readonly struct Percentile
{
    private readonly BigInteger _numerator;
    private readonly BigInteger _denominator;
    private readonly bool _isDiscrete;

    /// <param name="fraction">From 0 to 1; the number that its shortest text is.</param>
    /// <param name="isDiscrete">Whether the percentile is to be one of the numbers.</param>
    public Percentile(double fraction, bool isDiscrete)
    {
        var (mantissa, exponent) = ExactNumber.OfDouble(fraction).Parts();
        _isDiscrete = isDiscrete;
        _numerator = exponent > 0 ? mantissa * BigInteger.Pow(10, (int)exponent) : mantissa;
        _denominator = exponent < 0 ? BigInteger.Pow(10, (int)-exponent) : 1;
    }

    /// <summary>The place of the percentile, or of the number before it, among so many numbers.</summary>
    public long Rank(long count)
    {
        if (_isDiscrete)
        {
            return Math.Max(0, (long)(((_numerator * count) + _denominator - 1) / _denominator) - 1);
        }

        return (long)(_numerator * (count - 1) / _denominator);
    }

    /// <summary>The number at the place: between the one before and the next one, as far as the place is.</summary>
    public QueryValue Interpolate(long count, in ExactNumber at, in ExactNumber next)
    {
        var rest = _isDiscrete ? 0 : _numerator * (count - 1) % _denominator;
        if (rest.IsZero)
        {
            var (mantissa, exponent) = at.Parts();
            return QueryValue.FromNumber(_isDiscrete ? at : ExactNumber.Round(mantissa, exponent));
        }

        // at * (1 - share) + next * share, over the denominator.
        var (low, high) = (at.Parts(), next.Parts());
        var sum = ExactNumber.AddParts((low.Mantissa * (_denominator - rest), low.Exponent), (high.Mantissa * rest, high.Exponent));
        return QueryValue.FromNumber(ExactNumber.Divide(sum, (_denominator, 0)));
    }
}
