using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Rendering;

/// <content>Renders number arrays without frames, one number after another, continuing in the next buffer if necessary.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>Gets the number of containers around the number array.</summary>
    private readonly int Level => (int)(_frame - _bottom);

    /// <summary>Specifies the part of the number array being written.</summary>
    private enum PackedScope : byte
    {
        None,
        Number,
        Row,
        All,
    }

    /// <summary>Starts with an element of a number array, which has no tag of its own.</summary>
    private void BeginElement(in BlittableValue value)
    {
        var index = value.ShapeTable;
        var isRow = NumberArrayElement.IsRow(_span, value.Address);
        _packed = NumberArrayElement.Packed(_span, value.Address);
        _packedScope = isRow ? PackedScope.Row : PackedScope.Number;
        _row = isRow ? index : _packed.RowOf(index);
        _rowsEnd = _row + 1;
        _column = isRow ? -1 : _packed.ColumnOf(index);
        _isInterrupted = true;
        _packedDepth = isRow ? 1 : 0;
    }

    /// <summary>Writes as much of a number array as fits in the buffer. The array itself was counted with the elements of its parent.</summary>
    private byte* PackedArray(byte* to, int address)
    {
        _packed = NumberArrayLayout.Read(_span, address);
        _valuesLeft -= Math.Min(_packed.Rows, _packed.End - address - 1);
        if (_valuesLeft < 0)
        {
            ThrowHelper.TooManyValues(address);
        }

        _packedDepth = Math.Max(_packedDepth, Level + (_packed.IsMatrix ? 2 : 1));
        _packedScope = PackedScope.All;
        _row = 0;
        _rowsEnd = _packed.Rows;
        _column = _packed.IsMatrix ? -1 : 0;
        *to++ = (byte)'[';
        to = ContinuePacked(to);
        _isInterrupted = _packedScope != PackedScope.None;
        return to;
    }

    /// <summary>Continues a number array as far as the buffer allows. After the last number, the scope is <see cref="PackedScope.None"/>.</summary>
    private byte* ContinuePacked(byte* to)
    {
        if (_packedScope == PackedScope.Number)
        {
            _packedScope = PackedScope.None;
            return PackedNumber(to, _packed.Column(_column), _row);
        }

        if (_packedScope == PackedScope.All && !_isIndented && _column == (_packed.IsMatrix ? -1 : 0))
        {
            to = ManyRows(to);
        }

        to = _packed.IsMatrix ? ContinueRows(to) : ContinueNumbers(to);
        if (_row < _rowsEnd || to > _limit)
        {
            return to;
        }

        if (_packedScope == PackedScope.All)
        {
            if (_isIndented)
            {
                to = NewLine(to, Level);
            }

            *to++ = (byte)']';
        }

        _packedScope = PackedScope.None;
        return to;
    }

    /// <summary>Writes whole rows of decimals as long as a complete word is readable at the start of each number.</summary>
    [SkipLocalsInit]
    private byte* ManyRows(byte* to)
    {
        var count = _packed.Columns;
        var columns = stackalloc NumberTextColumn[count];
        for (var i = 0; i < count; i++)
        {
            if (!NumberTextColumn.TryPrepare(_packed.Column(i), out columns[i]))
            {
                return to;
            }
        }

        var columnsEnd = columns + count;
        var data = _document + _packed.DataStart;
        var rowBits = (long)_packed.RowBits;
        var bracket = _packed.IsMatrix ? 1 : 0;
        var rowsEnd = Math.Min(_rowsEnd, (8L * (_documentEnd - data - sizeof(ulong))) / rowBits);

        // Every row ends with a comma. The last comma is removed, so it does not count toward the space.
        var limit = _limit + 1;
        var row = (long)_row;
        *to = (byte)',';
        to += row != 0 ? 1 : 0;
        var rowEnd = (byte)(_packed.IsMatrix ? ']' : ',');
        for (; row < rowsEnd && to <= limit; row++)
        {
            *to = (byte)'[';
            to += bracket;
            var bit = row * rowBits;
            var column = columns;
            for (; column + 1 < columnsEnd; column += 2)
            {
                to = DecimalWriterKernel.Write(
                    to, Mantissa(data, bit, row, column), column->Layout, Mantissa(data, bit, row, column + 1), column[1].Layout);
                *to++ = (byte)',';
            }

            if (column < columnsEnd)
            {
                to = DecimalWriterKernel.Write(to, Mantissa(data, bit, row, column), column->Layout);
                *to++ = (byte)',';
            }

            to[-1] = rowEnd;
            *to = (byte)',';
            to += bracket;
        }

        _row = (int)row;
        return row != 0 ? to - 1 : to;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long Mantissa(byte* data, long rowBit, long row, NumberTextColumn* column)
    {
        var bit = rowBit + column->FirstBit;
        var bits = Load64(data + (bit >> 3)) >> ((int)bit & 7);
        return ((long)(bits & column->Mask) * column->Power) + column->Base + (row * column->Step) + (long)((bits >> column->Width) & column->LowMask);
    }

    private byte* ContinueNumbers(byte* to)
    {
        var column = _packed.Column(0);
        var row = _row;
        for (; row < _rowsEnd && to <= _limit; row++)
        {
            *to = (byte)',';
            to += row != 0 ? 1 : 0;
            if (_isIndented)
            {
                to = NewLine(to, Level + 1);
            }

            to = PackedNumber(to, column, row);
        }

        _row = row;
        return to;
    }

    [SkipLocalsInit]
    private byte* ContinueRows(byte* to)
    {
        // Each iteration writes one bracket or one number, with its line break.
        var isAll = _packedScope == PackedScope.All;
        var level = Level + (isAll ? 1 : 0);
        var columns = _packed.Columns;
        Span<NumberColumn> packed = stackalloc NumberColumn[NumberArrayLayout.MaxColumns];
        for (var i = 0; i < columns; i++)
        {
            packed[i] = _packed.Column(i);
        }

        while (_row < _rowsEnd && to <= _limit)
        {
            if (_column < 0)
            {
                *to = (byte)',';
                to += isAll && _row != 0 ? 1 : 0;
                if (_isIndented && isAll)
                {
                    to = NewLine(to, level);
                }

                *to++ = (byte)'[';
                _column = 0;
            }
            else if (_column < columns)
            {
                *to = (byte)',';
                to += _column != 0 ? 1 : 0;
                if (_isIndented)
                {
                    to = NewLine(to, level + 1);
                }

                to = PackedNumber(to, packed[_column], _row);
                _column++;
            }
            else
            {
                if (_isIndented)
                {
                    to = NewLine(to, level);
                }

                *to++ = (byte)']';
                _column = -1;
                _row++;
            }
        }

        return to;
    }

    /// <summary>Writes a number. Indented integers take 9 % longer through a <see cref="StoredNumber"/>.</summary>
    private byte* PackedNumber(byte* to, in NumberColumn column, int row)
    {
        var value = _packed.Value(column, row);
        if (!column.IsDecimal || column.Scale > DigitWriterKernel.MaxFraction)
        {
            return Number(to, 0, StoredNumber.OfPacked(column, value));
        }

        var magnitude = value < 0 ? 0 - (ulong)value : (ulong)value;
        var scale = column.Scale;
        if (column.Form != NumberColumnForm.AllDigits)
        {
            StoredNumber.TrimZeros(ref magnitude, ref scale, column.Form == NumberColumnForm.Trimmed ? 0 : 1);
        }

        *to = (byte)'-';
        to += value < 0 ? 1 : 0;
        return scale == 0 ? DigitWriterKernel.Write(to, magnitude) : DigitWriterKernel.WriteDecimal(to, magnitude, scale);
    }
}

/// <summary>Represents a decimal column of a number array, prepared for many rows: both parts of its numbers are in one word.</summary>
/// <remarks>A mantissa is the sum of its bits under <see cref="Mask"/> multiplied by <see cref="Power"/>, <see cref="Base"/>, <see cref="Step"/> for each
/// previous row, and its low part. The base includes the base of the low part. Base and step are already multiplied by the power.</remarks>
internal struct NumberTextColumn
{
    /// <summary>The maximum number of bits that fit in a word at any bit offset within its first byte.</summary>
    private const int MaxWidth = 57;

    public long FirstBit;
    public int Width;
    public ulong Mask;
    public ulong LowMask;
    public long Base;
    public long Step;
    public long Power;
    public DecimalLayout Layout;

    /// <summary>Prepares a column.</summary>
    /// <returns>False if its numbers are not decimals, or are wider than a word.</returns>
    public static bool TryPrepare(in NumberColumn column, out NumberTextColumn prepared)
    {
        var isSplit = column.Exponent != 0;
        var power = PowerOfTen.Int64s[column.Exponent];
        prepared = new NumberTextColumn
        {
            FirstBit = column.FirstBit,
            Width = column.Width,
            Mask = ulong.MaxValue >> (64 - column.Width),
            LowMask = isSplit ? (1UL << column.LowWidth) - 1 : 0,
            Base = (column.Base * power) + (isSplit ? column.LowBase : 0),
            Step = column.Step * power,
            Power = power,
            Layout = new DecimalLayout(
                column.Scale, column.Form switch { NumberColumnForm.AllDigits => column.Scale, NumberColumnForm.Trimmed => 0, _ => Math.Min(column.Scale, 1) }),
        };
        return column.IsDecimal && column.Scale <= DecimalWriterKernel.MaxScale && column.Width + column.LowWidth <= MaxWidth;
    }
}
