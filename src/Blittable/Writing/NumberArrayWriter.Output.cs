using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>Writes the planned array: the header, the columns, and the bits of the rows.</content>
internal sealed unsafe partial class NumberArrayWriter
{
    /// <summary>Writes the planned array and up to eight bytes after it.</summary>
    /// <returns>The end of the array.</returns>
    public byte* Write(byte* to)
    {
        *to++ = Tag.NumberArray;
        *to++ = _head;
        if (_isMatrix)
        {
            *to++ = (byte)_columnCount;
        }

        to += Varint.Write(new Span<byte>(to, Varint.MaxLength), (uint)_rows);
        if (_isMatrix)
        {
            to += Varint.Write(new Span<byte>(to, Varint.MaxLength), (uint)_rowBits);
        }

        for (var i = 0; i < _columnCount; i++)
        {
            to = WriteColumn(to, _columns[i]);
        }

        return WriteRows(to);
    }

    private byte* WriteColumn(byte* to, in NumberColumn column)
    {
        *to++ = (byte)(column.Scale | (int)column.Form << NumberArrayLayout.FormShift);
        *to++ = (byte)column.Width;
        if (_isMatrix)
        {
            *(ushort*)to = (ushort)column.FirstBit;
            to += sizeof(ushort);
        }

        var baseSize = 1 << (_head & NumberArrayLayout.BaseSizeMask);
        *(long*)to = column.Base;
        to += baseSize;
        if ((_head & NumberArrayLayout.HasSteps) != 0)
        {
            *(long*)to = column.Step;
            to += baseSize;
        }

        if ((_head & NumberArrayLayout.IsSplit) != 0)
        {
            *to++ = (byte)column.Exponent;
            *to++ = (byte)column.LowWidth;
            *(int*)to = column.LowBase;
            to += sizeof(int);
        }

        return to;
    }

    private byte* WriteRows(byte* to)
    {
        for (var i = 0; i < _columnCount; i++)
        {
            MakeOffsets(i * _stride, _columns[i]);
        }

        return _columnCount <= 2 && _rowBits <= RowBitWriter.Most ? WriteShortRows(to) : WriteLongRows(to);
    }

    /// <summary>Writes the bits of rows with one or two columns, a whole row at a time.</summary>
    private byte* WriteShortRows(byte* to)
    {
        return _columnCount == 1 ? WriteSingles(to, _firstValue) : WritePairs(to, _firstValue, _firstValue + _stride);
    }

    private byte* WriteSingles(byte* to, long* values)
    {
        // Several values are joined first, because each addition of bits depends on the previous addition.
        const int four = RowBitWriter.Most / 4, two = RowBitWriter.Most / 2;
        var bits = new RowBitWriter(to);
        var width = _rowBits;
        nint row = 0;
        for (; width <= four && row < _rows - 3; row += 4)
        {
            bits.AddFew(Join(values[row], values[row + 1], width) | Join(values[row + 2], values[row + 3], width) << 2 * width, 4 * width);
        }

        for (; width <= two && row < _rows - 1; row += 2)
        {
            bits.AddFew(Join(values[row], values[row + 1], width), 2 * width);
        }

        for (; row < _rows; row++)
        {
            bits.AddFew((ulong)values[row], width);
        }

        return bits.Finish();
    }

    private byte* WritePairs(byte* to, long* first, long* second)
    {
        const int two = RowBitWriter.Most / 2;
        var bits = new RowBitWriter(to);
        var (shift, width) = (_columns[1].FirstBit, _rowBits);
        nint row = 0;
        for (; width <= two && row < _rows - 1; row += 2)
        {
            bits.AddFew(Join(first[row], second[row], shift) | Join(first[row + 1], second[row + 1], shift) << width, 2 * width);
        }

        for (; row < _rows; row++)
        {
            bits.AddFew(Join(first[row], second[row], shift), width);
        }

        return bits.Finish();
    }

    private static ulong Join(long lower, long upper, int shift) => (ulong)lower | (ulong)upper << shift;

    private byte* WriteLongRows(byte* to)
    {
        var bits = new RowBitWriter(to);
        for (nint row = 0; row < _rows; row++)
        {
            var value = _firstValue + row;
            for (var i = 0; i < _columnCount; i++, value += _stride)
            {
                bits.Add((ulong)*value, _columns[i].Width + _columns[i].LowWidth);
            }
        }

        return bits.Finish();
    }

    /// <summary>Converts the values of a column to the offsets that the rows store.</summary>
    private void MakeOffsets(int first, in NumberColumn column)
    {
        var values = _values.AsSpan(first, _rows);
        if (column.Step != 0)
        {
            for (var row = 0; row < values.Length; row++)
            {
                values[row] -= column.Base + row * column.Step;
            }
        }
        else if (column.LowWidth != 0)
        {
            OffsetKernel.Join(values, column.Base, _lows.AsSpan(first, _rows), column.LowBase, column.Width);
        }
        else
        {
            OffsetKernel.Subtract(values, column.Base);
        }
    }

    /// <summary>Writes sequences of bits, least significant first.</summary>
    /// <remarks>Each addition stores eight bytes and advances by the complete bytes, without a branch that checks for a full word.</remarks>
    private ref struct RowBitWriter(byte* to)
    {
        /// <summary>The maximum number of bits added at once: with up to seven pending bits, one bit of a word stays free.</summary>
        public const int Most = 56;

        private byte* _to = to;
        private ulong _word;
        private int _used;

        /// <summary>Adds an integer that has no bits beyond its width, 1 to 64.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Add(ulong value, int width)
        {
            if (width > Most)
            {
                AddFew(value & uint.MaxValue, 32);
                value >>= 32;
                width -= 32;
            }

            AddFew(value, width);
        }

        public readonly byte* Finish() => _to + (_used + 7 >> 3);

        /// <summary>Adds an integer that has no bits beyond its width, 1 to <see cref="Most"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AddFew(ulong value, int width)
        {
            _word |= value << _used;
            *(ulong*)_to = _word;
            _used += width;
            _to += _used >> 3;
            _word >>= _used & ~7;
            _used &= 7;
        }
    }
}
