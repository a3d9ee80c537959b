using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>A number type that the elements of an array can be copied as.</summary>
internal interface INumberElements<T>
{
    /// <summary>Reads an element as the single getter of the type does.</summary>
    static abstract bool TryGet(BlittableValue element, out T number);

    /// <summary>Converts values of a packed column.</summary>
    /// <param name="form">The form and the scale of the column, as they are stored.</param>
    /// <param name="values">Its mantissas, or the bits of IEEE 754 numbers.</param>
    /// <param name="destination">Where the first goes.</param>
    /// <param name="stride">From one place in the destination to the next.</param>
    /// <returns>False where the type cannot hold one of them.</returns>
    static abstract bool TryConvert(byte form, ReadOnlySpan<long> values, Span<T> destination, int stride);
}

/// <summary>Elements as <see cref="BlittableValue.GetInt32"/> gives them.</summary>
internal readonly struct Int32Elements : INumberElements<int>
{
    public static bool TryGet(BlittableValue element, out int number) => element.TryGetInt32(out number);

    public static bool TryConvert(byte form, ReadOnlySpan<long> values, Span<int> destination, int stride)
    {
        var isInteger = (form & NumberArrayLayout.ScaleMask) == 0 && form < NumberArrayLayout.FirstReal;
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

/// <summary>Elements as <see cref="BlittableValue.GetInt64"/> gives them.</summary>
internal readonly struct Int64Elements : INumberElements<long>
{
    public static bool TryGet(BlittableValue element, out long number) => element.TryGetInt64(out number);

    public static bool TryConvert(byte form, ReadOnlySpan<long> values, Span<long> destination, int stride)
    {
        // Which zeros are trimmed does not matter: with scale 0 there is no fraction.
        if ((form & NumberArrayLayout.ScaleMask) != 0 || form >= NumberArrayLayout.FirstReal)
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
            if (NumberReader.ReadInteger(StoredNumber.OfPacked(NumberColumn.OfForm(form), value), out destination[place]) != ReadStatus.Done)
            {
                return false;
            }

            place += stride;
        }

        return true;
    }
}

/// <summary>Elements as <see cref="BlittableValue.GetDouble"/> gives them.</summary>
internal readonly struct DoubleElements : INumberElements<double>
{
    public static bool TryGet(BlittableValue element, out double number) => element.TryGetDouble(out number);

    public static bool TryConvert(byte form, ReadOnlySpan<long> values, Span<double> destination, int stride)
    {
        const long exact = (long)DecimalToDouble.MaxExact;
        var scale = form & NumberArrayLayout.ScaleMask;
        var isExact = form < NumberArrayLayout.FirstReal && scale <= DecimalToDouble.MaxExactPower;
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
