using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Layout;

/// <summary>Represents an array of numbers, or of rows with equally many numbers, stored as one bit string without tags and slots.</summary>
/// <remarks>
/// <code>
/// BC | head u8 | [columns u8] | rows varint | [row bits varint] | columns | rows
/// head      bits 0-1: bytes of a base, 1, 2, 4 or 8; bit 2: columns are split; bit 3: columns have steps; bit 4: a matrix; bits 5-7 zero
/// column    form u8: scale (bits 0-4), NumberColumnForm (bits 5-7) | width u8 | [first bit in a row u16] | base | [step]
///           | [exponent u8 | low width u8 | low base i32]
/// row       for each column its offset in width bits, then, if split, its low offset; lowest bit first, without gaps between rows
/// </code>
/// A number is <c>base + row * step + offset</c>. In a split column whose exponent is not 0, this is multiplied by 10^exponent, and the low base and
/// the low offset are added. The result is a mantissa over 10^scale. Splitting is for decimals that were converted to double and back, such as
/// <c>-65.613616999999977</c>: a short number and a little noise. The columns field, the row bits and the first bit exist only in matrices.
/// The location of a number depends only on its row and column. A width is never 0, so the bits of the document bound the number of elements.
/// </remarks>
internal readonly ref partial struct NumberArrayLayout
{
    public const byte BaseSizeMask = 3, IsSplit = 1 << 2, HasSteps = 1 << 3, IsMatrixFlag = 1 << 4;

    /// <summary>The maximum number of columns of a matrix. A row and a column share an integer.</summary>
    public const int MaxColumns = 1 << ColumnBits;

    /// <summary>The maximum size in bits of a row, which is stored in at most two bytes.</summary>
    private const int MaxRowBits = MaxColumns * (64 + MaxLowWidth);

    /// <summary>The maximum number of rows of a matrix.</summary>
    public const int MaxRows = int.MaxValue >> ColumnBits;

    /// <summary>The size in bytes of a column without base and step, in an array and in a matrix, and of the fields of a split.</summary>
    public const int ColumnHead = 2, MatrixColumnHead = 4, SplitFields = 6;

    /// <summary>The maximum width of the low part.</summary>
    public const int MaxLowWidth = 32;

    public const int ScaleMask = 0x1F, FormShift = 5;

    /// <summary>The smallest stored form and scale of numbers that are neither integers nor decimals.</summary>
    public const int FirstReal = (int)NumberColumnForm.Single << FormShift;

    /// <summary>The number of bits of the column in the index of a matrix element.</summary>
    public const int ColumnBits = 4;
    private const byte ReservedFlags = 0xE0;

    private readonly ReadOnlySpan<byte> _document;
    private readonly byte _head;
    private readonly int _columnsStart;
    private readonly int _dataStart;
    private readonly int _rowBits;

    private NumberArrayLayout(ReadOnlySpan<byte> document, byte head, int rows, int columns, int rowBits, int columnsStart, int dataStart)
    {
        _document = document;
        _head = head;
        _rowBits = rowBits;
        _columnsStart = columnsStart;
        _dataStart = dataStart;
        Rows = rows;
        Columns = columns;
    }

    /// <summary>Gets the number of array elements: numbers, or rows of a matrix.</summary>
    public int Rows { get; }

    /// <summary>Gets the number of numbers in a row, which is 1 if the array is not a matrix.</summary>
    public int Columns { get; }

    /// <summary>Gets the offset of the rows.</summary>
    public int DataStart => _dataStart;

    /// <summary>Gets the size of a row in bits.</summary>
    public int RowBits => _rowBits;

    /// <summary>Gets a value that indicates whether each number has whole bytes, as in arrays of .NET numbers that memory mode writes.</summary>
    public bool HasWholeBytes
    {
        get
        {
            var isWhole = (_head & ~(BaseSizeMask | IsMatrixFlag)) == 0;
            for (var column = 0; column < Columns && isWhole; column++)
            {
                isWhole = (Column(column).Width & 7) == 0;
            }

            return isWhole;
        }
    }

    public bool IsMatrix => (_head & IsMatrixFlag) != 0;

    /// <summary>Gets the offset after the value.</summary>
    public int End => _dataStart + (int)((((long)Rows * _rowBits) + 7) >> 3);

    /// <summary>Combines the row and the column of a matrix element into one index.</summary>
    public static int IndexInMatrix(int row, int column) => (row << ColumnBits) | column;

    /// <summary>Returns the number of columns of the matrix at an address.</summary>
    /// <exception cref="BlittableException">The value is not a valid number matrix.</exception>
    public static int ColumnsOfMatrix(ReadOnlySpan<byte> document, int address)
    {
        var columns = RawBytes.ReadByte(document, address + 2);
        if (columns - 1u >= MaxColumns || (RawBytes.ReadByte(document, address + 1) & IsMatrixFlag) == 0)
        {
            ThrowHelper.InvalidCount(columns, "a number array", address);
        }

        return columns;
    }

    /// <summary>Returns the row of an index.</summary>
    public int RowOf(int index) => IsMatrix ? index >> ColumnBits : index;

    /// <summary>Returns the column of an index.</summary>
    public int ColumnOf(int index) => IsMatrix ? index & (MaxColumns - 1) : 0;

    /// <summary>Reads the encoding of a column.</summary>
    /// <exception cref="BlittableException">The encoding is invalid.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public NumberColumn Column(int column) => ColumnInline(column);

    /// <summary>Reads the encoding of a column inline, which avoids building a struct for callers that need a single number.</summary>
    /// <exception cref="BlittableException">The encoding is invalid.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NumberColumn ColumnInline(int column)
    {
        var offset = _columnsStart + (column * ColumnSize(_head));
        var form = RawBytes.ReadByte(_document, offset);
        var width = RawBytes.ReadByte(_document, offset + 1);
        offset += ColumnHead;
        var firstBit = 0;
        if (IsMatrix)
        {
            firstBit = RawBytes.ReadUInt16(_document, offset);
            offset += sizeof(ushort);
        }

        var size = 1 << (_head & BaseSizeMask);
        var start = ReadSigned(offset, size);
        offset += size;
        var step = 0L;
        if ((_head & HasSteps) != 0)
        {
            step = ReadSigned(offset, size);
            offset += size;
        }

        byte exponent = 0;
        byte lowWidth = 0;
        var lowStart = 0;
        if ((_head & IsSplit) != 0)
        {
            exponent = RawBytes.ReadByte(_document, offset);
            lowWidth = RawBytes.ReadByte(_document, offset + 1);
            lowStart = (int)RawBytes.ReadUInt32(_document, offset + 2);
        }

        if (width - 1u >= 64 || form >> FormShift > (int)NumberColumnForm.NarrowDouble || exponent >= PowerOfTen.Int64s.Length || lowWidth > MaxLowWidth
            || firstBit + width + lowWidth > _rowBits)
        {
            ThrowHelper.InvalidColumn(form, width, lowWidth, exponent, _columnsStart);
        }

        return new NumberColumn
        {
            Form = (NumberColumnForm)(form >> FormShift),
            Scale = form & ScaleMask,
            FirstBit = firstBit,
            Width = width,
            Base = start,
            Step = step,
            Exponent = exponent,
            LowWidth = lowWidth,
            LowBase = lowStart,
        };
    }

    /// <summary>Returns the mantissa, or the bits of an IEEE 754 number, in a row less than <see cref="Rows"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long Value(in NumberColumn column, int row)
    {
        var bit = ((long)row * _rowBits) + column.FirstBit;
        var value = (long)ReadBits(bit, column.Width) + column.Base + (row * column.Step);
        if (column.Exponent != 0)
        {
            value = (value * PowerOfTen.Int64s[column.Exponent]) + column.LowBase;
            if (column.LowWidth != 0)
            {
                value += (long)ReadBits(bit + column.Width, column.LowWidth);
            }
        }

        return value;
    }

    /// <summary>Returns the stored numbers of an array of integers with one, two or four whole bytes each, as objects in memory mode contain.</summary>
    /// <param name="stored">Receives the numbers, little-endian.</param>
    /// <param name="size">Receives the number of bytes of each number.</param>
    /// <param name="least">Receives the base of the numbers.</param>
    /// <returns>False for other arrays.</returns>
    public bool TryGetWholeBytes(out ReadOnlySpan<byte> stored, out int size, out long least)
    {
        if ((_head & ~BaseSizeMask) == 0 && _rowBits is 8 or 16 or 32 && ColumnInline(0) is { Scale: 0, IsDecimal: true } column)
        {
            size = _rowBits >> 3;
            least = column.Base;
            stored = RawBytes.Slice(_document, _dataStart, (uint)Rows * (uint)size);
            return true;
        }

        stored = default;
        (size, least) = (0, 0);
        return false;
    }

    /// <summary>Returns the numbers, row by row, without decoding them, if they are stored exactly as an array of the type is in memory.</summary>
    /// <typeparam name="T"><see cref="int"/>, <see cref="long"/>, <see cref="float"/> or <see cref="double"/>.</typeparam>
    /// <param name="numbers">Receives the numbers, which may be unaligned.</param>
    public bool TryGetNumbers<T>(out ReadOnlySpan<T> numbers)
        where T : unmanaged
    {
        var bits = 8 * Unsafe.SizeOf<T>();
        var form = typeof(T) == typeof(double) ? NumberColumnForm.Double : typeof(T) == typeof(float) ? NumberColumnForm.Single : NumberColumnForm.AllDigits;
        var isStored = (_head & ~IsMatrixFlag) == 0 && _rowBits == bits * Columns && BitConverter.IsLittleEndian;
        for (var i = 0; i < Columns && isStored; i++)
        {
            isStored = ColumnInline(i) is { Base: 0, Scale: 0 } column && column.Form == form && column.Width == bits && column.FirstBit == i * bits;
        }

        numbers = isStored ? MemoryMarshal.Cast<byte, T>(_document.Slice(_dataStart, Rows * Columns * Unsafe.SizeOf<T>())) : default;
        return isStored;
    }

    /// <summary>Reads the mantissas, or the bits of IEEE 754 numbers, in consecutive rows less than <see cref="Rows"/>.</summary>
    /// <param name="column">The column.</param>
    /// <param name="row">The first row.</param>
    /// <param name="values">Receives the values.</param>
    public void ReadValues(in NumberColumn column, int row, Span<long> values)
    {
        // A field of this width fits into a 64-bit word, whichever bit of the first byte it starts at.
        const int widest = 57;
        var power = PowerOfTen.Int64s[column.Exponent];
        var isSplit = column.Exponent != 0;
        var mask = ulong.MaxValue >> (64 - column.Width);
        var lowMask = isSplit ? (1UL << column.LowWidth) - 1 : 0;
        var step = column.Step * power;
        var start = (column.Base * power) + (isSplit ? column.LowBase : 0) + (row * step);
        var bit = ((long)row * _rowBits) + column.FirstBit;
        var lastBit = ((long)(_document.Length - sizeof(ulong) - _dataStart) << 3) | 7;
        var whole = column.Width + column.LowWidth > widest || lastBit < bit ? 0 : (int)Math.Min(((lastBit - bit) / _rowBits) + 1, values.Length);
        for (var i = 0; i < whole; i++)
        {
            var word = BinaryPrimitives.ReadUInt64LittleEndian(_document[(_dataStart + (int)(bit >> 3))..]) >> ((int)bit & 7);
            values[i] = ((long)(word & mask) * power) + start + (long)((word >> column.Width) & lowMask);
            start += step;
            bit += _rowBits;
        }

        for (var i = whole; i < values.Length; i++)
        {
            values[i] = Value(column, row + i);
        }
    }

    /// <summary>Returns the size of a column in bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ColumnSize(byte head) =>
        ((head & IsMatrixFlag) != 0 ? MatrixColumnHead : ColumnHead)
        + ((1 << (head & BaseSizeMask)) << ((head & HasSteps) != 0 ? 1 : 0))
        + ((head & IsSplit) != 0 ? SplitFields : 0);

    /// <summary>Reads 1 to 64 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong ReadBits(long bit, int width)
    {
        var offset = _dataStart + (int)(bit >> 3);
        var shift = (int)bit & 7;
        var size = (shift + width + 7) >> 3;
        var bits = RawBytes.ReadUInt(_document, offset, Math.Min(size, sizeof(ulong))) >> shift;
        if (size > sizeof(ulong))
        {
            bits |= (ulong)RawBytes.ReadByte(_document, offset + sizeof(ulong)) << (64 - shift);
        }

        return bits & (ulong.MaxValue >> (64 - width));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private long ReadSigned(int offset, int size)
    {
        var unused = 64 - (8 * size);
        return (long)(RawBytes.ReadUInt(_document, offset, size) << unused) >> unused;
    }
}
