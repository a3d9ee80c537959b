using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <content>Reading from an address: the whole header, the part that one number needs, the count alone, or one number directly.</content>
internal readonly ref partial struct NumberArrayLayout
{
    /// <summary>Reads the header of the number array at an address. The caller has checked the tag.</summary>
    /// <exception cref="BlittableException">The array ends outside the document.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static NumberArrayLayout Read(ReadOnlySpan<byte> document, int address) => ReadInline(document, address);

    /// <summary>Returns the number of elements of the number array at an address. The caller has checked the tag.</summary>
    /// <exception cref="BlittableException">The array ends outside the document.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int ReadRows(ReadOnlySpan<byte> document, int address, out bool isMatrix)
    {
        var packed = ReadInline(document, address);
        isMatrix = packed.IsMatrix;
        return packed.Rows;
    }

    /// <summary>Reads the number of elements of an array with fewer than 2^14 elements, without reading its columns.</summary>
    /// <remarks>A damaged array may contain fewer elements. The result is less than eight per remaining byte, so it is safe to allocate as many.</remarks>
    /// <returns>False for larger arrays, near the end of the document, and if the elements would not fit into the document with one bit each.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadRows(ReadOnlySpan<byte> document, int address, out int rows, out bool isMatrix)
    {
        if (!RawBytes.Fits(document, address, sizeof(ulong)))
        {
            rows = 0;
            isMatrix = false;
            return false;
        }

        // Tag, header, column count of a matrix, one or two bytes of the count. Branch-free, because arrays and matrices, short and long, alternate.
        var start = RawBytes.ReadUInt64(document, address);
        var matrixBit = (int)(start >> 8) & IsMatrixFlag;
        var count = (int)(start >> (16 + (matrixBit >> 1)));
        var hasSecond = (count << 24) >> 31;
        rows = (count & Varint.MaxOneByte) | ((count >> 1) & (Varint.MaxOneByte << 7) & hasSecond);
        isMatrix = matrixBit != 0;
        return (count >> 8 & hasSecond & 0x80) == 0 && (start >> 8 & ReservedFlags) == 0
            && (ulong)(rows - 1L) < (ulong)(uint)(document.Length - address) * 8;
    }

    /// <summary>Reads the header inline, which avoids building a struct for callers that need a part of it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static NumberArrayLayout ReadInline(ReadOnlySpan<byte> document, int address)
    {
        var offset = address + 1;
        var head = RawBytes.ReadByte(document, offset++);
        var isMatrix = (head & IsMatrixFlag) != 0;
        uint columns = isMatrix ? RawBytes.ReadByte(document, offset++) : (byte)1;
        var rows = RawBytes.ReadVarint(document, ref offset);
        uint rowBits;
        if (isMatrix)
        {
            rowBits = RawBytes.ReadVarint(document, ref offset);
        }
        else
        {
            rowBits = RawBytes.ReadByte(document, offset + 1);
            if ((head & IsSplit) != 0)
            {
                rowBits += RawBytes.ReadByte(document, offset + ColumnSize(head) - SplitFields + 1);
            }
        }

        var data = offset + ((long)columns * ColumnSize(head));
        if (rows == 0 || columns - 1 >= MaxColumns || rowBits < columns || rowBits > MaxRowBits || (head & ReservedFlags) != 0 || rows > (isMatrix ? MaxRows : int.MaxValue)
            || (ulong)rows * rowBits > (ulong)Math.Max(document.Length - data, 0) * 8)
        {
            ThrowHelper.InvalidCount(rows, "a number array", address);
        }

        return new NumberArrayLayout(document, head, (int)rows, (int)columns, (int)rowBits, offset, (int)data);
    }

    /// <summary>Reads the header for one number of a row that the caller knows to exist. The rows are not counted again.</summary>
    /// <remarks>If the bytes have changed since the count was read, the number is another one, or ends outside the document.</remarks>
    /// <exception cref="BlittableException">The header ends outside the document.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static NumberArrayLayout ReadForElement(ReadOnlySpan<byte> document, int address)
    {
        var head = RawBytes.ReadByte(document, address + 1);
        var isMatrix = (head & IsMatrixFlag) != 0;
        var columns = isMatrix ? RawBytes.ReadByte(document, address + 2) : 1;
        var offset = BehindVarint(document, address + (isMatrix ? 3 : 2));
        uint rowBits;
        if (isMatrix)
        {
            rowBits = RawBytes.ReadByte(document, offset);
            if (rowBits <= Varint.MaxOneByte)
            {
                offset++;
            }
            else
            {
                var end = BehindVarint(document, offset);
                rowBits = (rowBits & Varint.MaxOneByte) | ((uint)(RawBytes.ReadByte(document, offset + 1) & Varint.MaxOneByte) << 7);
                offset = end;
            }
        }
        else
        {
            rowBits = RawBytes.ReadByte(document, offset + 1);
            if ((head & IsSplit) != 0)
            {
                rowBits += RawBytes.ReadByte(document, offset + ColumnSize(head) - SplitFields + 1);
            }
        }

        return new NumberArrayLayout(document, head, 0, columns, (int)rowBits, offset, offset + (columns * ColumnSize(head)));
    }

    /// <summary>Reads a number of an array that is neither a matrix nor split. All required fields are close to the header.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the tag.</param>
    /// <param name="row">The index of the number.</param>
    /// <param name="form">Receives the form and the scale, as stored.</param>
    /// <param name="value">Receives the mantissa, or the bits of an IEEE 754 number.</param>
    /// <returns>False for other encodings and other values, and for arrays so close to the end of the document that they need more
    /// checks.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadPlain(ReadOnlySpan<byte> document, int address, int row, out byte form, out long value)
    {
        const int longestHead = 1 + 1 + Varint.MaxLength + ColumnHead + (2 * sizeof(long)), widest = 64 - 7;
        const ulong endsOfCount = 0x0000_8080_8080_0000;
        value = 0;
        form = 0;
        if (!RawBytes.Fits(document, address, longestHead))
        {
            return false;
        }

        // Tag, header, up to four bytes of the count, form, width. The count ends with the first byte whose top bit is clear.
        var first = RawBytes.ReadUInt64(document, address);
        var head = (byte)(first >> 8);
        var ends = ~first & endsOfCount;
        if ((byte)first != Tag.NumberArray || (head & ~(BaseSizeMask | HasSteps)) != 0 || ends == 0)
        {
            return false;
        }

        var countEnd = BitOperations.TrailingZeroCount(ends) + 1;
        form = (byte)(first >> countEnd);
        var width = (byte)(first >> countEnd >> 8);
        var column = address + (countEnd >> 3) + ColumnHead;
        var size = 1 << (head & BaseSizeMask);
        var bit = (long)row * width;
        var hasSteps = (head & HasSteps) != 0;
        var offset = column + (hasSteps ? 2 * size : size) + (int)(bit >> 3);
        if (width - 1u >= 64 || (width > widest && (width & 7) != 0) || form >> FormShift > (int)NumberColumnForm.NarrowDouble
            || !RawBytes.Fits(document, offset, sizeof(ulong)))
        {
            return false;
        }

        var unused = 64 - (8 * size);
        var start = (long)(RawBytes.ReadUInt64(document, column) << unused) >> unused;
        value = (long)((RawBytes.ReadUInt64(document, offset) >> ((int)bit & 7)) & (ulong.MaxValue >> (64 - width))) + start;
        if (hasSteps)
        {
            value += row * ((long)(RawBytes.ReadUInt64(document, column + size) << unused) >> unused);
        }

        return true;
    }

    /// <summary>Reads a number of a matrix that is not split and whose rows have fewer than 128 bits.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the tag.</param>
    /// <param name="index">The index of the number (see <see cref="IndexInMatrix"/>).</param>
    /// <param name="form">Receives the form and the scale, as stored.</param>
    /// <param name="value">Receives the mantissa, or the bits of an IEEE 754 number.</param>
    /// <returns>False for other encodings and other values, for some very wide numbers, and close to the end of the document.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadOfMatrix(ReadOnlySpan<byte> document, int address, int index, out byte form, out long value)
    {
        const ulong endsOfCount = 0x0080_8080_8000_0000;
        value = 0;
        form = 0;
        if (!RawBytes.Fits(document, address, sizeof(ulong)))
        {
            return false;
        }

        // Tag, header, columns, up to four bytes of the count, row bits. The count ends with the first byte whose top bit is clear.
        var first = RawBytes.ReadUInt64(document, address);
        var head = (byte)(first >> 8);
        var ends = ~first & endsOfCount;
        if ((byte)first != Tag.NumberArray || (head & ~(BaseSizeMask | HasSteps)) != IsMatrixFlag || ends == 0)
        {
            return false;
        }

        var countEnd = BitOperations.TrailingZeroCount(ends) + 1;
        var rowBits = (byte)(first >> countEnd);
        var columns = address + (countEnd >> 3) + 1;
        var size = 1 << (head & BaseSizeMask);
        var hasSteps = (head & HasSteps) != 0;
        var columnSize = MatrixColumnHead + (hasSteps ? 2 * size : size);
        var data = columns + ((byte)(first >> 16) * columnSize);
        if (rowBits > Varint.MaxOneByte || !RawBytes.Fits(document, data, sizeof(ulong)))
        {
            return false;
        }

        var column = columns + ((index & (MaxColumns - 1)) * columnSize);
        var fields = RawBytes.ReadUInt32(document, column);
        var width = (byte)(fields >> 8);
        var firstBit = (int)(fields >> 16);
        var row = index >> ColumnBits;
        var bit = ((long)row * rowBits) + firstBit;
        var shift = (int)bit & 7;
        var place = data + (bit >> 3);
        form = (byte)fields;
        if (width == 0 || shift + width > 64 || firstBit + width > rowBits || form >> FormShift > (int)NumberColumnForm.NarrowDouble
            || place > document.Length - sizeof(ulong))
        {
            return false;
        }

        var unused = 64 - (8 * size);
        var start = (long)(RawBytes.ReadUInt64(document, column + MatrixColumnHead) << unused) >> unused;
        value = (long)((RawBytes.ReadUInt64(document, (int)place) >> shift) & (ulong.MaxValue >> (64 - width))) + start;
        if (hasSteps)
        {
            value += row * ((long)(RawBytes.ReadUInt64(document, column + MatrixColumnHead + size) << unused) >> unused);
        }

        return true;
    }

    /// <summary>Returns the offset after a varint, or after the maximum length of a varint.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int BehindVarint(ReadOnlySpan<byte> document, int offset)
    {
        for (var last = offset + Varint.MaxLength - 1; RawBytes.ReadByte(document, offset) > Varint.MaxOneByte && offset < last; offset++)
        {
        }

        return offset + 1;
    }
}

/// <summary>Represents the encoding of a column. <see cref="NumberArrayLayout"/> defines the fields.</summary>
internal struct NumberColumn
{
    public NumberColumnForm Form;
    public int Scale;
    public int FirstBit;
    public int Width;
    public long Base;
    public long Step;
    public int Exponent;
    public int LowWidth;
    public int LowBase;

    /// <summary>Gets a value that indicates whether the numbers are integers or decimals rather than IEEE 754 numbers.</summary>
    public readonly bool IsDecimal => Form < NumberColumnForm.Single;

    /// <summary>Creates a column with only a form and a scale, which determine how mantissas are converted to text.</summary>
    public static NumberColumn OfForm(byte stored) =>
        new() { Form = (NumberColumnForm)(stored >> NumberArrayLayout.FormShift), Scale = stored & NumberArrayLayout.ScaleMask };

    /// <summary>Gets the form and the scale, as stored.</summary>
    public readonly byte StoredForm => (byte)(((int)Form << NumberArrayLayout.FormShift) | Scale);
}

/// <summary>Specifies the type of the numbers in a column, and how their text is restored from mantissas.</summary>
internal enum NumberColumnForm : byte
{
    /// <summary>All digits of the scale follow the decimal point: <c>1.50</c>. With scale 0, integers.</summary>
    AllDigits,

    /// <summary>Trailing zeros of the fraction are omitted, and the decimal point with the last of them: <c>1.5</c>, <c>1</c>.</summary>
    Trimmed,

    /// <summary>Trailing zeros of the fraction are omitted, except for the first fraction digit: <c>1.5</c>, <c>1.0</c>.</summary>
    TrimmedToOne,

    /// <summary>32-bit IEEE 754 numbers.</summary>
    Single,

    /// <summary>64-bit IEEE 754 numbers.</summary>
    Double,

    /// <summary>64-bit IEEE 754 numbers, stored as exactly equal 32-bit numbers.</summary>
    NarrowDouble,
}
