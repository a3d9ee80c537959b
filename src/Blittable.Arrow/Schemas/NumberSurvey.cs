using System.Globalization;
using System.Text;

namespace Blittable.Arrow.Schemas;

/// <summary>Determines the narrowest type that stores all numbers at a path exactly.</summary>
internal sealed class NumberSurvey
{
    /// <summary>The number of digits that fit in 64 bits. Other engines process such decimals faster than 128-bit decimals.</summary>
    private const int FastDigits = 18;

    /// <summary>The maximum number of digits at which every decimal survives a round trip through a double.</summary>
    private const int ExactDigitsOfDouble = 15;

    private bool _fitsInt64 = true, _fitsDecimal = true, _fitsDouble = true;
    private int _whole, _scale;

    public void Observe(ReadOnlySpan<byte> text)
    {
        var isDecimal = DecimalParser.TryRead(text, out var mantissa, out var scale);
        _fitsInt64 &= isDecimal && scale == 0 && mantissa >= long.MinValue && mantissa <= long.MaxValue;
        if (isDecimal)
        {
            var digits = DecimalParser.CountDigits(mantissa);
            _whole = Math.Max(_whole, digits - scale);
            _scale = Math.Max(_scale, scale);
            _fitsDouble &= digits <= ExactDigitsOfDouble || (_fitsDouble && IsDouble(text));
        }
        else
        {
            _fitsDecimal = false;
            _fitsDouble = _fitsDouble && IsDouble(text);
        }
    }

    /// <summary>Gets a value that indicates whether neither NaN nor an infinity was observed.</summary>
    public bool IsFinite { get; private set; } = true;

    /// <summary>Observes NaN or an infinity, which only doubles store.</summary>
    public void ObserveNotFinite() => (_fitsInt64, _fitsDecimal, IsFinite) = (false, false, false);

    /// <summary>Determines how the numbers are stored.</summary>
    public (FieldKind Kind, int Precision, int Scale) Plan()
    {
        var precision = Math.Max(1, Math.Max(0, _whole) + _scale);
        return _fitsInt64 ? (FieldKind.Int64, 0, 0)
            : _fitsDecimal && precision <= FastDigits ? (FieldKind.Decimal, precision, _scale)
            : _fitsDouble ? (FieldKind.Double, 0, 0)
            : _fitsDecimal && precision <= DecimalParser.MaxDigits ? (FieldKind.Decimal, precision, _scale)
            : (FieldKind.Json, 0, 0);
    }

    /// <summary>Determines whether the shortest text of the nearest double represents an equal number.</summary>
    private static bool IsDouble(ReadOnlySpan<byte> text)
    {
        if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) || !double.IsFinite(value))
        {
            return false;
        }

        using var original = BlittableDocument.Parse(text);
        using var shortest = BlittableDocument.Parse(Encoding.UTF8.GetBytes(value.ToString("R", CultureInfo.InvariantCulture)));
        return BlittableValue.DeepEquals(original.Root, shortest.Root);
    }
}
