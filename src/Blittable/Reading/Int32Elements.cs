using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Elements as <see cref="BlittableValue.GetInt32"/> gives them.</summary>
internal readonly struct Int32Elements : INumberElements<int>
{
    public static bool TryGet(BlittableValue element, out int number) => element.TryGetInt32(out number);

    public static bool TryConvert(byte form, ReadOnlySpan<long> values, Span<int> destination, int stride)
    {
        var isInteger = (form & PackedNumbers.ScaleMask) == 0 && form < PackedNumbers.FirstReal;
        var place = 0;
        foreach (var value in values)
        {
            if (!isInteger || (int)value != value)
            {
                return false;
            }

            destination[place] = (int)value;
            place += stride;
        }

        return true;
    }
}
