using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Reads elements of a number array. They have no tags of their own, so an element is identified by an address and an index.</summary>
/// <remarks>
/// The address of an element is negative, so no tag can be read there. Code that does not handle elements finds a value of undefined kind. Without the
/// sign bit, the address of a number equals the address of the number array's tag. The address of a matrix row is one more. A
/// <see cref="BlittableValue"/> stores the index in place of the shape table, because numbers have no shapes.
/// </remarks>
internal static class NumberArrayElement
{
    private const int SignBit = int.MinValue;

    /// <summary>Returns the address of the elements of a number array.</summary>
    public static int AddressIn(int packed, bool isRow) => (packed + (isRow ? 1 : 0)) | SignBit;

    /// <summary>Returns the address of the numbers in a row.</summary>
    public static int NumberInRow(int row) => row - 1;

    /// <summary>Determines whether an element is a row of a matrix. The address of a row leads to the header after the tag, not to the tag.</summary>
    public static bool IsRow(ReadOnlySpan<byte> document, int address) => RawBytes.ReadByte(document, address & ~SignBit) != Tag.NumberArray;

    /// <summary>Returns the kind of an element.</summary>
    public static BlittableValueKind Kind(ReadOnlySpan<byte> document, int address) =>
        IsRow(document, address) ? BlittableValueKind.Array : BlittableValueKind.Number;

    /// <summary>Reads the number array that contains an element.</summary>
    public static NumberArrayLayout Packed(ReadOnlySpan<byte> document, int address) => NumberArrayLayout.Read(document, AddressOfPacked(document, address));

    /// <summary>Returns the address of the number array that contains an element.</summary>
    public static int AddressOfPacked(ReadOnlySpan<byte> document, int address) => (address & ~SignBit) - (IsRow(document, address) ? 1 : 0);

    /// <summary>Resolves a row. Returns false for a number, and for an address that is not the address of an element.</summary>
    public static bool TryReadRow(ReadOnlySpan<byte> document, int address, int index, out Container container)
    {
        if (address >= 0 || !IsRow(document, address))
        {
            container = default;
            return false;
        }

        container = Container.OfRow(document, (address & ~SignBit) - 1, index);
        return true;
    }

    /// <summary>Returns the number of numbers in a row, or -1 for a number.</summary>
    /// <exception cref="BlittableException">The row is damaged.</exception>
    public static int CountOfRow(ReadOnlySpan<byte> document, int address) =>
        IsRow(document, address) ? NumberArrayLayout.ColumnsOfMatrix(document, (address & ~SignBit) - 1) : -1;

    /// <summary>Reads a number. Returns false for a row, and for an address that is not the address of an element.</summary>
    public static bool TryReadNumber(ReadOnlySpan<byte> document, int address, int index, out StoredNumber number)
    {
        if (address >= 0 || !TryReadStored(document, address, index, out var form, out var value))
        {
            number = default;
            return false;
        }

        number = StoredNumber.OfPacked(NumberColumn.OfForm(form), value);
        return true;
    }

    /// <summary>Returns the double nearest to an element, ignoring the form of its text, or NaN for a row.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadDouble(ReadOnlySpan<byte> document, int address, int index) =>
        TryReadStored(document, address, index, out var form, out var value) ? ToDouble(form, value) : double.NaN;

    /// <summary>Reads a number as stored.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the element.</param>
    /// <param name="index">The index of the element.</param>
    /// <param name="form">Receives the form and the scale.</param>
    /// <param name="value">Receives the mantissa, or the bits of an IEEE 754 number.</param>
    /// <returns>False for a row.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadStored(ReadOnlySpan<byte> document, int address, int index, out byte form, out long value)
    {
        var packed = address & ~SignBit;
        var isMatrix = (RawBytes.ReadTag(document, packed + 1) & NumberArrayLayout.IsMatrixFlag) != 0;
        if (isMatrix ? NumberArrayLayout.TryReadOfMatrix(document, packed, index, out form, out value)
            : NumberArrayLayout.TryReadPlain(document, packed, index, out form, out value))
        {
            return true;
        }

        // Variables whose address is taken are held in memory. Separate variables leave the caller's variables in registers.
        var isNumber = TryReadOther(document, address, index, out var otherForm, out var other);
        form = otherForm;
        value = other;
        return isNumber;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryReadOther(ReadOnlySpan<byte> document, int address, int index, out byte form, out long value)
    {
        if (IsRow(document, address))
        {
            form = 0;
            value = 0;
            return false;
        }

        var packed = NumberArrayLayout.ReadForElement(document, address & ~SignBit);
        var column = packed.ColumnInline(packed.ColumnOf(index));
        form = column.StoredForm;
        value = packed.Value(column, packed.RowOf(index));
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double ToDouble(byte form, long value)
    {
        var scale = form & NumberArrayLayout.ScaleMask;
        var magnitude = value < 0 ? -value : value;
        return form < NumberArrayLayout.FirstReal
            && (ulong)magnitude <= DecimalToDouble.MaxExact && scale <= DecimalToDouble.MaxExactPower
            ? value / DecimalToDouble.ExactPower(scale)
            : NumberReader.ToDouble(form, value);
    }

    /// <summary>Converts the mantissa of a number whose text is an integer.</summary>
    /// <param name="form">The form and the scale, as stored.</param>
    /// <param name="value">The mantissa. Receives the integer.</param>
    /// <returns>False if the text has a fraction, or the number is an IEEE 754 number.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryToInt64(byte form, ref long value) => IsInteger(form) || TryTrim(form, ref value);

    /// <summary>Removes an empty fraction, which only the trimmed form can have.</summary>
    private static bool TryTrim(byte form, ref long value)
    {
        var scale = form & NumberArrayLayout.ScaleMask;

        // A multiple of a power of ten is a multiple of the same power of two. This saves most divisions.
        if (form >> NumberArrayLayout.FormShift != (int)NumberColumnForm.Trimmed || (value & ((1L << scale) - 1)) != 0)
        {
            return false;
        }

        if (scale >= PowerOfTen.Int64s.Length)
        {
            return value == 0;
        }

        var (quotient, rest) = Math.DivRem(value, PowerOfTen.Int64s[scale]);
        value = quotient;
        return rest == 0;
    }

    /// <summary>Determines whether all numbers are integers. Trimming does not matter: with scale 0, there is no fraction.</summary>
    public static bool IsInteger(byte form) => (form & NumberArrayLayout.ScaleMask) == 0 && form < NumberArrayLayout.FirstReal;

    /// <summary>Finds element <paramref name="column"/> of a row, with the same result as <see cref="ArrayParts.Element"/>.</summary>
    /// <exception cref="BlittableException">The row is damaged.</exception>
    public static long ElementOfRow(ReadOnlySpan<byte> document, int address, int row, int column)
    {
        if (!IsRow(document, address))
        {
            return ArrayParts.NoElement;
        }

        var packed = (address & ~SignBit) - 1;
        return (uint)column < (uint)NumberArrayLayout.ColumnsOfMatrix(document, packed)
            ? ((long)NumberArrayLayout.IndexInMatrix(row, column) << 32) | (uint)AddressIn(packed, isRow: false)
            : ArrayParts.NoElement;
    }
}
