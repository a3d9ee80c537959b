using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Converts array elements to a number type.</summary>
internal interface INumberElements<T>
{
    /// <summary>Reads an element like the public getter of the type.</summary>
    static abstract bool TryGet(BlittableValue element, out T number);

    /// <summary>Converts values of a column of a number array.</summary>
    /// <param name="form">The form and the scale of the column, as stored.</param>
    /// <param name="values">The mantissas, or the bits of IEEE 754 numbers.</param>
    /// <param name="destination">The destination, starting with the first number.</param>
    /// <param name="stride">The distance between numbers in the destination.</param>
    /// <returns>False if the type cannot represent one of the numbers.</returns>
    static abstract bool TryConvert(byte form, ReadOnlySpan<long> values, Span<T> destination, int stride);
}

/// <summary>Converts elements like <see cref="BlittableValue.GetInt32"/>.</summary>
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

/// <summary>Converts elements like <see cref="BlittableValue.GetInt64"/>.</summary>
internal readonly struct Int64Elements : INumberElements<long>
{
    public static bool TryGet(BlittableValue element, out long number) => element.TryGetInt64(out number);

    public static bool TryConvert(byte form, ReadOnlySpan<long> values, Span<long> destination, int stride)
    {
        // Trimming does not matter: with scale 0, there is no fraction.
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

    /// <summary>Converts a column that has a scale or IEEE 754 numbers. Its numbers may still be integers.</summary>
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

/// <summary>Converts elements like <see cref="BlittableValue.GetDouble"/>.</summary>
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
            // Both integers are exact doubles, so one division rounds only once.
            destination[place] = isExact && value is >= -exact and <= exact ? value / power : NumberReader.ToDouble(form, value);
            place += stride;
        }

        return true;
    }
}
