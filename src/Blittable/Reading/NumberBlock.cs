using System.Diagnostics;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Decodes a number array. The header is read once, and numbers are decoded in blocks.</summary>
internal ref struct NumberBlock
{
    private const int Length = 64;

    private NumberArrayLayout _numbers;
    private int _address;
    private int _firstRow;
    private int _rows;

    /// <summary>The part of an index that is the column.</summary>
    private int _columnMask;

    private Forms _forms;
    private long[] _values;

    /// <summary>Gets the number of rows of the array.</summary>
    public readonly int TotalRows => _numbers.Rows;

    /// <summary>Gets the first row after the block.</summary>
    public readonly int End => _firstRow + _rows;

    /// <summary>Gets the number of rows of the block.</summary>
    public readonly int Rows => _rows;

    /// <summary>Gets the number of numbers in a row, which is 1 if the array is not a matrix.</summary>
    public readonly int Columns => _numbers.Columns;

    /// <summary>Returns the place of a number of the array, and decodes the block that contains it.</summary>
    /// <param name="index">The index of the number.</param>
    public int SeekNumber(int index)
    {
        var place = Seek(_numbers.RowOf(index));
        return place + (_numbers.ColumnOf(index) * _rows);
    }

    /// <summary>Opens a number array.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the array.</param>
    /// <param name="values">Memory for the numbers of a block, rented on first use.</param>
    /// <exception cref="BlittableException">The array is damaged.</exception>
    public void Open(ReadOnlySpan<byte> document, int address, ref long[]? values)
    {
        // Address 0 is valid, so the number of rows indicates whether a block is decoded.
        if (_address == address && _rows != 0)
        {
            return;
        }

        _values = values ??= new long[Length];
        _numbers = NumberArrayLayout.Read(document, address);
        _address = address;
        _rows = 0;
        _columnMask = _numbers.IsMatrix ? NumberArrayLayout.MaxColumns - 1 : 0;
    }

    /// <summary>Decodes the block that starts at a row, unless the current block contains the row.</summary>
    /// <param name="row">The row, less than <see cref="TotalRows"/>.</param>
    /// <returns>The place of the row's first number.</returns>
    /// <exception cref="BlittableException">A column is damaged.</exception>
    public int Seek(int row)
    {
        var offset = row - _firstRow;
        if ((uint)offset >= (uint)_rows)
        {
            Decode(row);
            offset = 0;
        }

        return offset;
    }

    /// <summary>Returns the number at a place in the form that <see cref="StoredNumber.OfPacked"/> accepts. The places of consecutive numbers of a row differ by
    /// <see cref="Rows"/>, and of consecutive rows by 1.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly long Number(int place)
    {
        Debug.Assert((uint)place < Length, "The rows of a block must fit in it.");
        return _values[place & (Length - 1)];
    }

    /// <summary>Returns the form and the scale of the numbers of a column, as stored.</summary>
    /// <param name="index">The index of a number, which contains the column.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte Form(int index) => _forms[index & _columnMask & (NumberArrayLayout.MaxColumns - 1)];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Decode(int row)
    {
        // If a column is damaged, there is no block, so the next call fails again.
        var columns = _numbers.Columns;
        var rows = Math.Min(Length / columns, _numbers.Rows - row);
        _rows = 0;
        for (var i = 0; i < columns; i++)
        {
            var column = _numbers.Column(i);
            _forms[i] = column.StoredForm;
            _numbers.ReadValues(column, row, _values.AsSpan(i * rows, rows));
        }

        _firstRow = row;
        _rows = rows;
    }

    [InlineArray(NumberArrayLayout.MaxColumns)]
    private struct Forms
    {
        private byte _first;
    }
}
