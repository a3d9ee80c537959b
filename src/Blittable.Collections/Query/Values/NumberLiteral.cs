using Blittable.Collections.Numbers;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Values;

/// <summary>Represents a number that chunks are compared with, as bounds in the representation of each chunk.</summary>
internal readonly struct NumberLiteral
{
    private readonly ExactNumber _value;

    public NumberLiteral(QueryValue value)
    {
        _value = value.Number;
        Nearest = _value.ToDouble();
    }

    /// <summary>Gets the nearest double. Numbers whose nearest double is less are less, and numbers whose nearest double is greater are greater.</summary>
    public double Nearest { get; }

    private bool IsNaN => double.IsNaN(Nearest);

    /// <summary>Gets the inclusive range of mantissas at a scale that satisfy a comparison. Returns false if there are none.</summary>
    public bool TryGetBounds(FilterOperator comparison, int scale, out long low, out long high)
    {
        var floor = _value.Floor(scale, out var isExact);
        return BoundsOf.Count(comparison, floor, isExact, out low, out high) && !IsNaN;
    }

    /// <summary>Returns the inclusive range of nearest doubles that numbers satisfying a comparison may have.</summary>
    public (double Low, double High) Bounds(FilterOperator comparison) => comparison switch
    {
        FilterOperator.Less or FilterOperator.LessOrEqual => (double.NegativeInfinity, Nearest),
        FilterOperator.Greater or FilterOperator.GreaterOrEqual => (Nearest, double.PositiveInfinity),
        _ => (Nearest, Nearest),
    };

    /// <summary>Returns the inclusive range of doubles whose shortest texts satisfy a comparison. It is empty if the first is greater than the
    /// second.</summary>
    public (double Low, double High) ShortestBounds(FilterOperator comparison)
    {
        var (low, high) = Bounds(comparison);
        if (!double.IsFinite(Nearest) || Passes(comparison, ExactNumber.OfDouble(Nearest)))
        {
            return (low, high);
        }

        // Only one shortest text has the literal's nearest double, and it does not match.
        return comparison switch
        {
            FilterOperator.Less or FilterOperator.LessOrEqual => (low, Math.BitDecrement(Nearest)),
            FilterOperator.Greater or FilterOperator.GreaterOrEqual => (Math.BitIncrement(Nearest), high),
            _ => (double.PositiveInfinity, double.NegativeInfinity),
        };
    }

    /// <summary>Compares a number with the literal.</summary>
    public bool Passes(FilterOperator comparison, in ExactNumber number)
    {
        var order = number.CompareTo(_value);
        return comparison switch
        {
            FilterOperator.Less => order < 0,
            FilterOperator.LessOrEqual => order <= 0,
            FilterOperator.Greater => order > 0,
            FilterOperator.GreaterOrEqual => order >= 0,
            _ => order == 0,
        };
    }

    /// <summary>Gets the hash of a mantissa that equals the literal. Returns false if no 64-bit mantissa does.</summary>
    public bool TryGetHash(out ulong hash)
    {
        for (var scale = 0; scale <= ChunkInfo.MostFractionDigits; scale++)
        {
            if (_value.TryGetMantissa(scale, out var mantissa))
            {
                hash = IndexHash.Of(mantissa, scale);
                return true;
            }
        }

        hash = 0;
        return false;
    }
}
