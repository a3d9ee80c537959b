using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Elements of packed numbers: values that have no tag of their own, so that an address and an index together say which.</summary>
/// <remarks>
/// Their addresses are negative, which no tag can be read at: whoever does not know of them finds a value of no kind. Without the sign bit, the
/// address of a number is that of the packed numbers' tag, and the address of a matrix's row one more. The index takes the place of
/// the shape table in a <see cref="BlittableValue"/>: numbers have no shapes.
/// </remarks>
internal static class PackedElement
{
    private const int SignBit = int.MinValue;

    /// <summary>The address of the elements of the packed numbers at an address.</summary>
    public static int AddressIn(int packed, bool isRow) => (packed + (isRow ? 1 : 0)) | SignBit;

    /// <summary>Whether the element is a row of a matrix: then no tag stands there, but the head behind it.</summary>
    public static bool IsRow(ReadOnlySpan<byte> document, int address) => RawBytes.ReadByte(document, address & ~SignBit) != Tag.PackedNumbers;

    /// <summary>The kind of an element.</summary>
    public static BlittableValueKind Kind(ReadOnlySpan<byte> document, int address) =>
        IsRow(document, address) ? BlittableValueKind.Array : BlittableValueKind.Number;

    /// <summary>The packed numbers that an element is of.</summary>
    public static PackedNumbers Packed(ReadOnlySpan<byte> document, int address) => PackedNumbers.Read(document, AddressOfPacked(document, address));

    /// <summary>Where the packed numbers are that an element is of.</summary>
    public static int AddressOfPacked(ReadOnlySpan<byte> document, int address) => (address & ~SignBit) - (IsRow(document, address) ? 1 : 0);

    /// <summary>Resolves a row; false for a number and for an address that is none of an element.</summary>
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

    /// <summary>Reads a number; false for a row and for an address that is none of an element.</summary>
    public static bool TryReadNumber(ReadOnlySpan<byte> document, int address, int index, out StoredNumber number)
    {
        if (address >= 0 || IsRow(document, address))
        {
            number = default;
            return false;
        }

        var packed = PackedNumbers.Read(document, address & ~SignBit);
        var column = packed.Column(packed.ColumnOf(index));
        number = StoredNumber.OfPacked(column, packed.Value(column, packed.RowOf(index)));
        return true;
    }

    /// <summary>The nearest double, without a look at the form that the number's text has.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ReadStatus ReadDouble(ReadOnlySpan<byte> document, int address, int index, out double value)
    {
        value = 0;
        if (address >= 0 || IsRow(document, address))
        {
            return ReadStatus.WrongKind;
        }

        var packed = PackedNumbers.Read(document, address & ~SignBit);
        var column = packed.Column(packed.ColumnOf(index));
        value = NumberReader.ToDouble(column, packed.Value(column, packed.RowOf(index)));
        return ReadStatus.Done;
    }

    /// <summary>An integer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ReadStatus ReadInteger<T>(ReadOnlySpan<byte> document, int address, int index, out T value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        if (TryReadNumber(document, address, index, out var number))
        {
            return NumberReader.ReadInteger(number, out value);
        }

        value = default;
        return ReadStatus.WrongKind;
    }
}
