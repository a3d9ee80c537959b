using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Elements as <see cref="BlittableValue.GetInt64"/> gives them.</summary>
internal readonly struct Int64Elements : INumberElements<long>
{
    public static bool TryGet(BlittableValue element, out long number) => element.TryGetInt64(out number);

    public static bool TryConvert(byte form, ReadOnlySpan<long> values, Span<long> destination, int stride)
    {
        // Which zeros are trimmed does not matter: with scale 0 there is no fraction.
        if ((form & PackedNumbers.ScaleMask) != 0 || form >= PackedNumbers.FirstReal)
        {
            return TryConvertOthers(form, values, destination, stride);
        }

        if (stride == 1)
        {
            values.CopyTo(destination);
            return true;
        }

        var place = 0;
        foreach (var value in values)
        {
            destination[place] = value;
            place += stride;
        }

        return true;
    }

    /// <summary>Converts a column with a scale or of floats, whose numbers may be integers all the same.</summary>
    private static bool TryConvertOthers(byte form, ReadOnlySpan<long> values, Span<long> destination, int stride)
    {
        var place = 0;
        foreach (var value in values)
        {
            if (NumberReader.ReadInteger(StoredNumber.OfPacked(PackedColumn.OfForm(form), value), out destination[place]) != ReadStatus.Done)
            {
                return false;
            }

            place += stride;
        }

        return true;
    }
}
