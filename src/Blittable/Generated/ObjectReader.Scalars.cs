using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Dates;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;

namespace Blittable.Generated;

/// <content>Reads numbers and literals.</content>
public sealed partial class ObjectReader
{
    /// <summary>Reads a boolean.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool ReadBoolean(scoped in BlittableValue value) => value.GetBoolean();

    /// <summary>Reads an integer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte ReadByte(scoped in BlittableValue value) => value.GetByte();

    /// <summary>Reads an integer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public sbyte ReadSByte(scoped in BlittableValue value) => value.GetSByte();

    /// <summary>Reads an integer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public short ReadInt16(scoped in BlittableValue value) => value.GetInt16();

    /// <summary>Reads an integer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ushort ReadUInt16(scoped in BlittableValue value) => value.GetUInt16();

    /// <summary>Reads an integer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadInt32(scoped in BlittableValue value) => value.GetInt32();

    /// <summary>Reads an integer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint ReadUInt32(scoped in BlittableValue value) => value.GetUInt32();

    /// <summary>Reads an integer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long ReadInt64(scoped in BlittableValue value) => value.GetInt64();

    /// <summary>Reads an integer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong ReadUInt64(scoped in BlittableValue value) => value.GetUInt64();

    /// <summary>Reads an integer of up to 39 digits.</summary>
    public Int128 ReadInt128(scoped in BlittableValue value) => value.TryGetInt64(out var number) ? number : ReadNumberText<Int128>(value, NumberStyles.AllowLeadingSign);

    /// <summary>Reads an integer of up to 39 digits.</summary>
    public UInt128 ReadUInt128(scoped in BlittableValue value) => value.TryGetUInt64(out var number) ? number : ReadNumberText<UInt128>(value, NumberStyles.AllowLeadingSign);

    /// <summary>Reads a number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double ReadDouble(scoped in BlittableValue value) => value.GetDouble();

    /// <summary>Reads a number.</summary>
    public float ReadSingle(scoped in BlittableValue value) => value.GetSingle();

    /// <summary>Reads a number.</summary>
    public Half ReadHalf(scoped in BlittableValue value)
    {
        if (value.TryReadNumber(out var stored) && stored.Form == NumberForm.Single)
        {
            var single = value.GetSingle();
            var half = (Half)single;
            if (Half.IsFinite(half) || !float.IsFinite(single))
            {
                return half;
            }
        }

        return ReadNumberText<Half>(value, NumberStyles.Float);
    }

    /// <summary>Reads a decimal number.</summary>
    public decimal ReadDecimal(scoped in BlittableValue value) => value.GetDecimal();

    private static T ReadNumberText<T>(scoped in BlittableValue value, NumberStyles styles)
        where T : IUtf8SpanParsable<T>, INumber<T>
    {
        var text = value.GetNumberText();
        if (!T.TryParse(text, styles, CultureInfo.InvariantCulture, out var number) || !T.IsFinite(number))
        {
            ThrowHelper.NumberOutOfRange(TypeNames.Of(typeof(T)), value.Address & int.MaxValue, ValueFault.Cut(text));
        }

        return number;
    }

    // Reads arrays of numbers. Number arrays are copied at once; other arrays need no call for each number that has a common form.

    /// <summary>Reads an array of numbers.</summary>
    /// <exception cref="BlittableException">The value is not an array of such numbers.</exception>
    public double[] ReadDoubles(scoped in BlittableValue value) => ReadNumbers<double>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public float[] ReadSingles(scoped in BlittableValue value) => ReadNumbers<float>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public long[] ReadInt64s(scoped in BlittableValue value) => ReadNumbers<long>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public int[] ReadInt32s(scoped in BlittableValue value) => ReadNumbers<int>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public List<double> ReadDoubleList(scoped in BlittableValue value) => ReadList<double>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public List<float> ReadSingleList(scoped in BlittableValue value) => ReadList<float>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public List<long> ReadInt64List(scoped in BlittableValue value) => ReadList<long>(value);

    /// <inheritdoc cref="ReadDoubles"/>
    public List<int> ReadInt32List(scoped in BlittableValue value) => ReadList<int>(value);

    /// <summary>Reads an array of arrays of numbers. Each of these arrays may be null.</summary>
    /// <exception cref="BlittableException">The value is not an array of such arrays.</exception>
    public double[][] ReadDoubleRows(scoped in BlittableValue value) => ReadRows<double>(value);

    /// <inheritdoc cref="ReadDoubleRows"/>
    public float[][] ReadSingleRows(scoped in BlittableValue value) => ReadRows<float>(value);

    /// <inheritdoc cref="ReadDoubleRows"/>
    public long[][] ReadInt64Rows(scoped in BlittableValue value) => ReadRows<long>(value);

    /// <inheritdoc cref="ReadDoubleRows"/>
    public int[][] ReadInt32Rows(scoped in BlittableValue value) => ReadRows<int>(value);

    private T[][] ReadRows<T>(scoped in BlittableValue value)
        where T : unmanaged
    {
        var open = OpenArray(value);
        var rows = open.NewArray<T[]>();
        if (value.TryGetPackedNumbers(out var packed) && packed.IsMatrix && _depth < _maxDepth)
        {
            Charge((packed.Columns + 1L) * rows.Length);
            if (TryCopyRows(packed, rows))
            {
                Close();
                return rows;
            }
        }

        for (var i = 0; i < rows.Length && open.Next(out var child); i++)
        {
            rows[i] = IsNull(child) ? null! : ReadNumbers<T>(child);
        }

        Close();
        return rows;
    }

    /// <summary>Copies the rows of a matrix. Returns false if the type cannot represent one of the numbers.</summary>
    private static bool TryCopyRows<T>(in NumberArrayLayout packed, T[][] rows)
        where T : unmanaged =>
        typeof(T) == typeof(double) ? NumberArray.TryCopyRows<double, DoubleElements>(packed, (double[][])(object)rows)
        : typeof(T) == typeof(float) ? NumberArray.TryCopyRows<float, SingleElements>(packed, (float[][])(object)rows)
        : typeof(T) == typeof(int) ? NumberArray.TryCopyRows<int, Int32Elements>(packed, (int[][])(object)rows)
        : NumberArray.TryCopyRows<long, Int64Elements>(packed, (long[][])(object)rows);

    private T[] ReadNumbers<T>(scoped in BlittableValue value)
        where T : unmanaged
    {
        var numbers = OpenArray(value).NewArray<T>();
        CopyNumbers<T>(value, numbers);
        return numbers;
    }

    private List<T> ReadList<T>(scoped in BlittableValue value)
        where T : unmanaged
    {
        var count = OpenArray(value).Count;
        var numbers = new List<T>(count);
        CollectionsMarshal.SetCount(numbers, count);
        CopyNumbers(value, CollectionsMarshal.AsSpan(numbers));
        return numbers;
    }

    /// <summary>Copies the numbers of the last opened array, and closes it.</summary>
    private void CopyNumbers<T>(scoped in BlittableValue value, Span<T> numbers)
        where T : unmanaged
    {
        if (!TryCopyPacked(value, numbers))
        {
            var document = value.Document;
            value.TryReadArray(out var array);
            var (start, stride) = (array.Start, array.Stride);
            for (var i = 0; i < numbers.Length; i++)
            {
                if (!TryReadCommon<T>(document, stride > 0 ? start + (i * stride) : array.Child(i), out numbers[i]))
                {
                    Level(_depth - 1).Child = i;
                    numbers[i] = ReadNumber<T>(value.Child(array, i));
                }
            }
        }

        Close();
    }

    /// <summary>Copies a number array, or a row of a matrix. Returns false for others, and if the type cannot represent one of the numbers.</summary>
    private static bool TryCopyPacked<T>(scoped in BlittableValue value, Span<T> numbers)
        where T : unmanaged
    {
        if (value.TryGetPackedNumbers(out var packed) ? packed.IsMatrix : value.Address >= 0)
        {
            return false;
        }

        return typeof(T) == typeof(double) ? value.TryCopyNumbers(MemoryMarshal.Cast<T, double>(numbers), out _)
            : typeof(T) == typeof(float) ? NumberArray.TryCopy<float, SingleElements>(value, MemoryMarshal.Cast<T, float>(numbers), out _)
            : typeof(T) == typeof(int) ? NumberArray.TryCopy<int, Int32Elements>(value, MemoryMarshal.Cast<T, int>(numbers), out _)
            : value.TryCopyNumbers(MemoryMarshal.Cast<T, long>(numbers), out _);
    }

    /// <summary>Reads a number that has a common form: a double stored as such, or an integer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadCommon<T>(ReadOnlySpan<byte> document, int address, out T number)
        where T : unmanaged
    {
        var tag = RawBytes.ReadTag(document, address);
        if (typeof(T) == typeof(double))
        {
            var isDouble = tag == Tag.Float64;
            number = KnownType.As<double, T>(isDouble ? BitConverter.UInt64BitsToDouble(RawBytes.ReadUInt64(document, address + 1)) : 0);
            return isDouble;
        }

        if (typeof(T) == typeof(float))
        {
            var isSingle = tag == Tag.Float32;
            number = KnownType.As<float, T>(isSingle ? BitConverter.UInt32BitsToSingle(RawBytes.ReadUInt32(document, address + 1)) : 0);
            return isSingle;
        }

        long integer = tag;
        var isInteger = tag <= Tag.SmallIntegerLast || NumberReader.TryReadInt64(document, address, out integer);
        number = typeof(T) == typeof(int) ? KnownType.As<int, T>((int)integer) : KnownType.As<long, T>(integer);
        return isInteger && (typeof(T) == typeof(long) || (int)integer == integer);
    }

    private T ReadNumber<T>(scoped in BlittableValue value)
        where T : unmanaged =>
        typeof(T) == typeof(double) ? KnownType.As<double, T>(ReadDouble(value))
        : typeof(T) == typeof(float) ? KnownType.As<float, T>(ReadSingle(value))
        : typeof(T) == typeof(int) ? KnownType.As<int, T>(ReadInt32(value))
        : KnownType.As<long, T>(ReadInt64(value));

    // Reads dates with the text forms that System.Text.Json accepts.

    /// <summary>Reads a date and time: in UTC, in local time if the text has an offset, or unspecified.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public DateTime ReadDateTime(scoped in BlittableValue value) =>
        ObjectDates.TryReadDateTime(value, out var date) ? date : throw Mismatch(value, "a date and time");

    /// <summary>Reads a date and time with its offset, or with the local offset if the text has none.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public DateTimeOffset ReadDateTimeOffset(scoped in BlittableValue value) =>
        ObjectDates.TryReadDateTimeOffset(value, out var date) ? date : throw Mismatch(value, "a date and time");

    /// <summary>Reads a date without a time.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public DateOnly ReadDateOnly(scoped in BlittableValue value) =>
        ObjectDates.TryReadDateOnly(value, out var day) ? day : throw Mismatch(value, "a date without a time");

    /// <summary>Reads an instant.</summary>
    public Timestamp ReadTimestamp(scoped in BlittableValue value) => value.GetTimestamp();
}
