using System.Numerics;
using Blittable.Collections.Numbers;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Computes the rank of a percentile among ordered numbers, and interpolates its value.</summary>
internal readonly struct Percentile
{
    private readonly BigInteger _numerator;
    private readonly BigInteger _denominator;
    private readonly bool _isDiscrete;

    /// <param name="fraction">The fraction, from 0 to 1, taken as the number that its shortest text represents.</param>
    /// <param name="isDiscrete">True to return one of the numbers instead of interpolating.</param>
    public Percentile(double fraction, bool isDiscrete)
    {
        var (mantissa, exponent) = ExactNumber.OfDouble(fraction).Parts();
        _isDiscrete = isDiscrete;
        _numerator = exponent > 0 ? mantissa * BigInteger.Pow(10, (int)exponent) : mantissa;
        _denominator = exponent < 0 ? BigInteger.Pow(10, (int)-exponent) : 1;
    }

    /// <summary>Returns the rank of the percentile, or of the number before it, among the specified count of numbers.</summary>
    public long Rank(long count)
    {
        if (_isDiscrete)
        {
            return Math.Max(0, (long)(((_numerator * count) + _denominator - 1) / _denominator) - 1);
        }

        return (long)(_numerator * (count - 1) / _denominator);
    }

    /// <summary>Interpolates between the number at the rank and the next one.</summary>
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
