using System.Globalization;
using System.Numerics;

namespace Blittable.Collections;

/// <summary>A number that chunks of numbers are compared with, as bounds in the representation of each.</summary>
/// <remarks>A double is taken as the decimal that its shortest text is, so that 9.99 means 9.99.</remarks>
internal readonly struct NumberLiteral
{
    private readonly bool _isDecimal;
    private readonly decimal _exact;
    private readonly double _double;

    public NumberLiteral(QueryValue value)
    {
        _double = value.GetDouble();
        _isDecimal = true;
        if (value.IsExact)
        {
            _exact = value.GetDecimal();
        }
        else
        {
            _isDecimal = double.IsFinite(_double)
                && decimal.TryParse(_double.ToString("R", CultureInfo.InvariantCulture), NumberStyles.Float, CultureInfo.InvariantCulture, out _exact)
                && (double)_exact == _double;
        }
    }

    /// <summary>The mantissas of a scale that compare as asked: from one to another, both included; false where none does.</summary>
    public bool TryGetBounds(FilterOperator comparison, int scale, out long low, out long high)
    {
        var floor = Floor(scale, out var isExact);
        return BoundsOf.Count(comparison, floor, isExact && !double.IsNaN(_double), out low, out high) && !double.IsNaN(_double);
    }

    /// <summary>The doubles that compare as asked; false where none does.</summary>
    public bool TryGetBounds(FilterOperator comparison, out double low, out double high)
    {
        low = double.NegativeInfinity;
        high = double.PositiveInfinity;
        switch (comparison)
        {
            case FilterOperator.Less:
                high = Math.BitDecrement(_double);
                break;
            case FilterOperator.LessOrEqual:
                high = _double;
                break;
            case FilterOperator.Greater:
                low = Math.BitIncrement(_double);
                break;
            case FilterOperator.GreaterOrEqual:
                low = _double;
                break;
            default:
                low = high = _double;
                break;
        }

        return low <= high;
    }

    /// <summary>The hash of a stored number that equals the literal; false where no stored number of 18 digits does.</summary>
    public bool TryGetHash(out ulong hash)
    {
        hash = 0;
        if (!_isDecimal)
        {
            return false;
        }

        var scaled = Scaled(_exact.Scale, out var isExact);
        if (!isExact || scaled < long.MinValue || scaled > long.MaxValue)
        {
            return false;
        }

        hash = ValueHash.Of((long)scaled, _exact.Scale);
        return true;
    }

    private Int128 Floor(int scale, out bool isExact)
    {
        isExact = false;
        if (!_isDecimal)
        {
            // Beyond every mantissa, or between zero and the next one.
            return Math.Abs(_double) >= 1 ? (_double > 0 ? Int128.MaxValue : Int128.MinValue) : _double > 0 ? 0 : -1;
        }

        var scaled = Scaled(scale, out isExact);
        return scaled > long.MaxValue ? (Int128)long.MaxValue + 1 : scaled < long.MinValue ? (Int128)long.MinValue - 1 : (Int128)scaled;
    }

    private BigInteger Scaled(int scale, out bool isExact)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(_exact, bits);
        var mantissa = new BigInteger(new decimal(bits[0], bits[1], bits[2], _exact < 0, 0));
        if (scale >= _exact.Scale)
        {
            isExact = true;
            return mantissa * BigInteger.Pow(10, scale - _exact.Scale);
        }

        var quotient = BigInteger.DivRem(mantissa, BigInteger.Pow(10, _exact.Scale - scale), out var rest);
        isExact = rest.IsZero;
        return rest.Sign < 0 ? quotient - 1 : quotient;
    }
}
