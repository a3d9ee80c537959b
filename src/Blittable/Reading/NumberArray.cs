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
        where TElements : struct, INumberElements<T>
    {
        written = 0;
        return array.Kind == BlittableValueKind.Array
            && (array.TryGetPackedNumbers(out var packed)
                ? TryCopyPacked<T, TElements>(packed, destination, out written)
                : TryCopyElements<T, TElements>(array, destination, out written));
    }

    private static bool TryCopyElements<T, TElements>(BlittableValue array, Span<T> destination, out int written)
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
        where TElements : struct, INumberElements<T>
    {
        written = 0;
        var columns = packed.Columns;
        if ((long)packed.Rows * columns > destination.Length)
        {
            return false;
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
