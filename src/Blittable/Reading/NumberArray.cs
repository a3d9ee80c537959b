using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Copies arrays of numbers. Number arrays are copied by column, in blocks; other arrays by element.</summary>
internal static class NumberArray
{
    /// <summary>The number of numbers in a block.</summary>
    private const int Block = 256;

    /// <summary>Copies the numbers of an array. If its elements are arrays of numbers, they are copied row by row.</summary>
    /// <param name="array">The value.</param>
    /// <param name="destination">The destination. On failure, a part of it may have been written.</param>
    /// <param name="written">Receives the number of numbers, or 0 on failure.</param>
    /// <returns>False if the value is not such an array, the type cannot represent a number, or the destination is too short.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public static bool TryCopy<T, TElements>(BlittableValue array, Span<T> destination, out int written)
        where T : unmanaged
        where TElements : struct, INumberElements<T>
    {
        written = 0;
        return array.Kind == BlittableValueKind.Array
            && (array.TryGetPackedNumbers(out var packed)
                ? TryCopyPacked<T, TElements>(packed, destination, out written)
                : array.Address < 0 ? TryCopyRowOfMatrix<T, TElements>(array, destination, out written)
                : TryCopyElements<T, TElements>(array, destination, out written));
    }

    /// <summary>Copies the rows of a matrix to new arrays.</summary>
    /// <param name="packed">The matrix.</param>
    /// <param name="rows">The destination, with one item for each row. On failure, a part of it may have been written.</param>
    /// <returns>False if the type cannot represent one of the numbers.</returns>
    [SkipLocalsInit]
    public static bool TryCopyRows<T, TElements>(in NumberArrayLayout packed, T[][] rows)
        where T : unmanaged
        where TElements : struct, INumberElements<T>
    {
        const int block = 64;
        var columns = packed.Columns;
        if (packed.TryGetNumbers<T>(out var stored))
        {
            for (var row = 0; row < rows.Length; row++)
            {
                rows[row] = stored.Slice(row * columns, columns).ToArray();
            }

            return true;
        }

        Span<long> values = stackalloc long[block];
        Span<T> numbers = stackalloc T[block * NumberArrayLayout.MaxColumns];
        for (var first = 0; first < rows.Length; first += block)
        {
            var part = values[..Math.Min(block, rows.Length - first)];
            for (var i = 0; i < columns; i++)
            {
                var column = packed.Column(i);
                packed.ReadValues(column, first, part);
                if (!TElements.TryConvert(column.StoredForm, part, numbers[i..], columns))
                {
                    return false;
                }
            }

            for (var row = 0; row < part.Length; row++)
            {
                rows[first + row] = numbers.Slice(row * columns, columns).ToArray();
            }
        }

        return true;
    }

    private static bool TryCopyRowOfMatrix<T, TElements>(BlittableValue row, Span<T> destination, out int written)
        where T : unmanaged
        where TElements : struct, INumberElements<T>
    {
        written = 0;
        var packed = NumberArrayElement.Packed(row.Document, row.Address);
        if (packed.Columns > destination.Length)
        {
            return false;
        }

        for (var i = 0; i < packed.Columns; i++)
        {
            var column = packed.Column(i);
            if (!TElements.TryConvert(column.StoredForm, [packed.Value(column, row.ShapeTable)], destination[i..], 1))
            {
                return false;
            }
        }

        written = packed.Columns;
        return true;
    }

    private static bool TryCopyElements<T, TElements>(BlittableValue array, Span<T> destination, out int written)
        where T : unmanaged
        where TElements : struct, INumberElements<T>
    {
        written = 0;
        var copied = 0;
        var limit = StepLimit.Of(array);
        foreach (var element in array.EnumerateArray())
        {
            limit.Count();
            if (element.Kind == BlittableValueKind.Array)
            {
                if (!TryCopyRow<T, TElements>(element, destination[copied..], out var length))
                {
                    return false;
                }

                copied += length;
            }
            else if ((uint)copied < (uint)destination.Length && TElements.TryGet(element, out var number))
            {
                destination[copied++] = number;
            }
            else
            {
                return false;
            }
        }

        written = copied;
        return true;
    }

    private static bool TryCopyRow<T, TElements>(BlittableValue row, Span<T> destination, out int written)
        where T : unmanaged
        where TElements : struct, INumberElements<T>
    {
        written = 0;
        if (row.TryGetPackedNumbers(out var packed))
        {
            return !packed.IsMatrix && TryCopyPacked<T, TElements>(packed, destination, out written);
        }

        var copied = 0;
        foreach (var element in row.EnumerateArray())
        {
            if ((uint)copied >= (uint)destination.Length || !TElements.TryGet(element, out var number))
            {
                return false;
            }

            destination[copied++] = number;
        }

        written = copied;
        return true;
    }

    [SkipLocalsInit]
    private static bool TryCopyPacked<T, TElements>(in NumberArrayLayout packed, Span<T> destination, out int written)
        where T : unmanaged
        where TElements : struct, INumberElements<T>
    {
        written = 0;
        var columns = packed.Columns;
        if ((long)packed.Rows * columns > destination.Length)
        {
            return false;
        }

        if (packed.TryGetNumbers<T>(out var stored))
        {
            stored.CopyTo(destination);
            written = stored.Length;
            return true;
        }

        if ((typeof(T) == typeof(int) || typeof(T) == typeof(long)) && packed.TryGetWholeBytes(out var bytes, out var size, out var least)
            && WideningKernel.TryWiden(bytes, size, least, destination[..packed.Rows]))
        {
            written = packed.Rows;
            return true;
        }

        Span<long> values = stackalloc long[Math.Min(Block, packed.Rows)];
        for (var i = 0; i < columns; i++)
        {
            var column = packed.Column(i);
            for (var row = 0; row < packed.Rows; row += values.Length)
            {
                var block = values[..Math.Min(values.Length, packed.Rows - row)];
                packed.ReadValues(column, row, block);
                if (!TElements.TryConvert(column.StoredForm, block, destination[((row * columns) + i)..], columns))
                {
                    return false;
                }
            }
        }

        written = packed.Rows * columns;
        return true;
    }
}

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

/// <summary>Converts elements like <see cref="BlittableValue.GetSingle"/>.</summary>
internal readonly struct SingleElements : INumberElements<float>
{
    public static bool TryGet(BlittableValue element, out float number) => element.TryGetSingle(out number);

    public static bool TryConvert(byte form, ReadOnlySpan<long> values, Span<float> destination, int stride)
    {
        var isSingle = form >> NumberArrayLayout.FormShift == (int)NumberColumnForm.Single;
        var place = 0;
        foreach (var value in values)
        {
            var wide = isSingle ? 0 : NumberArrayElement.ToDouble(form, value);
            destination[place] = isSingle ? BitConverter.Int32BitsToSingle((int)value) : (float)wide;
            if (NumberReader.IsBetweenFloats(wide) && NumberReader.ReadSingle(StoredNumber.OfPacked(NumberColumn.OfForm(form), value), out destination[place]) != ReadStatus.Done)
            {
                return false;
            }

            place += stride;
        }

        return true;
    }
}

/// <summary>Specifies the result of reading a value as a type. Public methods return it as true or false, or throw an exception.</summary>
internal enum ReadStatus
{
    Done,

    /// <summary>The value is of another kind.</summary>
    WrongKind,

    /// <summary>The type cannot represent the number, or only without its fraction.</summary>
    OutOfRange,

    /// <summary>The text of the number does not conform to RFC 8259. Conversion in memory mode leaves this check to the reader.</summary>
    InvalidNumber,
}
