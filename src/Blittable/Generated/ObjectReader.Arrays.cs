using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Generated;

/// <content>Reads arrays of numbers. Number arrays are copied at once; other arrays need no call for each number that has a common form.</content>
public sealed partial class ObjectReader
{
    /// <summary>Reads an array of numbers.</summary>
    /// <exception cref="BlittableException">The value is not an array of such numbers.</exception>
    public double[] ReadDoubles(scoped in BlittableValue value) => ReadNumbers<double>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public long[] ReadInt64s(scoped in BlittableValue value) => ReadNumbers<long>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public int[] ReadInt32s(scoped in BlittableValue value) => ReadNumbers<int>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public List<double> ReadDoubleList(scoped in BlittableValue value) => ReadList<double>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public List<long> ReadInt64List(scoped in BlittableValue value) => ReadList<long>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public List<int> ReadInt32List(scoped in BlittableValue value) => ReadList<int>(value);

    private T[] ReadNumbers<T>(scoped in BlittableValue value)
        where T : struct
    {
        var numbers = OpenArray(value).NewArray<T>();
        CopyNumbers<T>(value, numbers);
        return numbers;
    }

    private List<T> ReadList<T>(scoped in BlittableValue value)
        where T : struct
    {
        var count = OpenArray(value).Count;
        var numbers = new List<T>(count);
        CollectionsMarshal.SetCount(numbers, count);
        CopyNumbers(value, CollectionsMarshal.AsSpan(numbers));
        return numbers;
    }

    /// <summary>Copies the numbers of the last opened array, and closes it.</summary>
    private void CopyNumbers<T>(scoped in BlittableValue value, Span<T> numbers)
        where T : struct
    {
        if (!value.TryGetPackedNumbers(out var packed) || packed.IsMatrix || !TryCopyPacked(value, numbers))
        {
            var document = value.Document;
            value.TryReadArray(out var array);
            var (start, stride) = (array.Start, array.Stride);
            for (var i = 0; i < numbers.Length; i++)
            {
                if (!TryReadCommon<T>(document, stride > 0 ? start + (i * stride) : array.Child(i), out numbers[i]))
                {
                    _trace[(_depth - 1) / Levels][(2 * ((_depth - 1) % Levels)) + 1] = i;
                    numbers[i] = ReadNumber<T>(value.Child(array, i));
                }
            }
        }

        Close();
    }

    private static bool TryCopyPacked<T>(scoped in BlittableValue value, Span<T> numbers)
        where T : struct =>
        typeof(T) == typeof(double)
            ? value.TryCopyNumbers(MemoryMarshal.Cast<T, double>(numbers), out _)
            : typeof(T) == typeof(int)
            ? NumberArray.TryCopy<int, Int32Elements>(value, MemoryMarshal.Cast<T, int>(numbers), out _)
            : value.TryCopyNumbers(MemoryMarshal.Cast<T, long>(numbers), out _);

    /// <summary>Reads a number that has a common form: a double stored as such, or an integer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadCommon<T>(ReadOnlySpan<byte> document, int address, out T number)
        where T : struct
    {
        var tag = RawBytes.ReadTag(document, address);
        if (typeof(T) == typeof(double))
        {
            var isDouble = tag == Tag.Float64;
            number = Unsafe.BitCast<double, T>(isDouble ? BitConverter.UInt64BitsToDouble(RawBytes.ReadUInt64(document, address + 1)) : 0);
            return isDouble;
        }

        long integer = tag;
        var isInteger = tag <= Tag.SmallIntegerLast || NumberReader.TryReadInt64(document, address, out integer);
        number = typeof(T) == typeof(int) ? Unsafe.BitCast<int, T>((int)integer) : Unsafe.BitCast<long, T>(integer);
        return isInteger && (typeof(T) == typeof(long) || (int)integer == integer);
    }

    private T ReadNumber<T>(scoped in BlittableValue value)
        where T : struct =>
        typeof(T) == typeof(double) ? Unsafe.BitCast<double, T>(ReadDouble(value))
        : typeof(T) == typeof(int) ? Unsafe.BitCast<int, T>(ReadInt32(value))
        : Unsafe.BitCast<long, T>(ReadInt64(value));
}
