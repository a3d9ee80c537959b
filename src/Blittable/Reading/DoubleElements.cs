using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Elements as <see cref="BlittableValue.GetDouble"/> gives them.</summary>
internal readonly struct DoubleElements : INumberElements<double>
{
    public static bool TryGet(BlittableValue element, out double number) => element.TryGetDouble(out number);

    public static bool TryConvert(byte form, ReadOnlySpan<long> values, Span<double> destination, int stride)
    {
        const long exact = (long)DecimalToDouble.MaxExact;
        var scale = form & PackedNumbers.ScaleMask;
        var isExact = form < PackedNumbers.FirstReal && scale <= DecimalToDouble.MaxExactPower;
        var power = isExact ? DecimalToDouble.ExactPower(scale) : 1;
        var place = 0;
        foreach (var value in values)
        {
            // Both integers are exact doubles, so one division rounds once.
            destination[place] = isExact && value is >= -exact and <= exact ? value / power : NumberReader.ToDouble(form, value);
            place += stride;
        }

        return true;
    }
}
