namespace Blittable.Serialization;

/// <content>Arrays of numbers, which are copied at once where they are packed.</content>
public sealed partial class ObjectReader
{
    /// <summary>Reads an array of numbers.</summary>
    /// <exception cref="BlittableException">The value is no such array.</exception>
    public double[] ReadDoubles(scoped in BlittableValue value)
    {
        var open = OpenArray(value);
        var numbers = open.NewArray<double>();
        if (!value.TryGetPackedNumbers(out var packed) || packed.IsMatrix || !value.TryCopyNumbers(numbers, out _))
        {
            for (var i = 0; i < numbers.Length && open.Next(out var element); i++)
            {
                numbers[i] = ReadDouble(element);
            }
        }

        Close();
        return numbers;
    }

    /// <inheritdoc cref="ReadDoubles"/>
    public long[] ReadInt64s(scoped in BlittableValue value)
    {
        var open = OpenArray(value);
        var numbers = open.NewArray<long>();
        if (!value.TryGetPackedNumbers(out var packed) || packed.IsMatrix || !value.TryCopyNumbers(numbers, out _))
        {
            for (var i = 0; i < numbers.Length && open.Next(out var element); i++)
            {
                numbers[i] = ReadInt64(element);
            }
        }

        Close();
        return numbers;
    }
}
