using Blittable.Collections.Numbers;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Values;

/// <summary>A number that chunks of numbers are compared with, as bounds in the representation of each.</summary>
internal readonly struct NumberLiteral
{
    private readonly ExactNumber _value;

    public NumberLiteral(QueryValue value)
    {
        _value = value.Number;
        Nearest = _value.ToDouble();
    }

    /// <summary>Gets the nearest double. A number whose nearest double is less is less, and one whose nearest double is greater is greater.</summary>
    public double Nearest { get; }

    private bool IsNaN => double.IsNaN(Nearest);

    /// <summary>The mantissas of a scale that compare as asked: from one to another, both included; false where none does.</summary>
    public bool TryGetBounds(FilterOperator comparison, int scale, out long low, out long high)
    {
        var floor = _value.Floor(scale, out var isExact);
        return BoundsOf.Count(comparison, floor, isExact, out low, out high) && !IsNaN;
    }

    /// <summary>The doubles that numbers which compare as asked may have for their nearest ones: from one to another, both included.</summary>
    public (double Low, double High) Bounds(FilterOperator comparison) => comparison switch
    {
        FilterOperator.Less or FilterOperator.LessOrEqual => (double.NegativeInfinity, Nearest),
        FilterOperator.Greater or FilterOperator.GreaterOrEqual => (Nearest, double.PositiveInfinity),
        _ => (Nearest, Nearest),
    };

    /// <summary>The doubles whose shortest texts compare as asked: from one to another, both included; none if the first is greater.</summary>
    public (double Low, double High) ShortestBounds(FilterOperator comparison)
    {
        var (low, high) = Bounds(comparison);
        if (!double.IsFinite(Nearest) || Passes(comparison, ExactNumber.OfDouble(Nearest)))
        {
            return (low, high);
        }

        // All numbers with the literal's nearest double are the same one, and it does not pass.
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

    /// <summary>The hash of a mantissa that equals the literal; false where no mantissa of 64 bits does.</summary>
    public bool TryGetHash(out ulong hash)
    {
        for (var scale = 0; scale <= ChunkInfo.MostFractionDigits; scale++)
        {
            if (_value.TryGetMantissa(scale, out var mantissa))
            {
                hash = ValueHash.Of(mantissa, scale);
                return true;
            }
        }

        hash = 0;
        return false;
    }
}
