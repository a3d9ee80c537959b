using Blittable.Dates;

namespace Blittable.Arrow.Schemas;

/// <summary>Determines whether all dates at a path have one text form and one offset, which an Arrow type and the field metadata can preserve.</summary>
internal sealed class DateSurvey
{
    /// <summary>The Unix seconds of 1678-01-01 and 2262-01-01. 64-bit nanosecond timestamps cover all years in between.</summary>
    private const long FirstNano = -9_214_560_000, LastNano = 9_214_646_400;

    private DateTextForm _form;
    private short _offset;
    private bool _isUniform = true, _fitsNano = true, _isFirst = true;

    public void Observe(ReadOnlySpan<byte> text)
    {
        if (!Iso8601.TryParse(text, out var value, out var form))
        {
            _isUniform = false;
            return;
        }

        if (_isFirst)
        {
            (_form, _offset, _isFirst) = (form, value.OffsetMinutes, false);
        }

        _isUniform &= form == _form && value.OffsetMinutes == _offset;
        _fitsNano &= value.UnixSeconds is > FirstNano and < LastNano;
    }

    /// <summary>
    /// Determines how the dates are stored. Dates that differ in form or offset, or that exceed the range of their type, are stored as strings.
    /// </summary>
    public (FieldKind Kind, DateTextForm Form, short Offset) Plan() =>
        !_isUniform || _isFirst || (_form.FractionDigits > 6 && !_fitsNano) ? (FieldKind.String, default, (short)0)
            : (_form.IsDateOnly ? FieldKind.Day : FieldKind.Instant, _form, _offset);
}
