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
    private Forms _forms;
    private long[] _values;

    /// <summary>Gets a value that indicates whether the array is a matrix, whose indexes combine a row and a column.</summary>
    public readonly bool IsMatrix => _numbers.IsMatrix;

    /// <summary>Gets the number of numbers in a row, which is 1 if the array is not a matrix.</summary>
    public readonly int Columns => _numbers.Columns;

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
    }

    /// <summary>Returns a number in the form that <see cref="StoredNumber.OfPacked"/> accepts.</summary>
    /// <param name="row">The row, less than the number of rows.</param>
    /// <param name="column">The column, less than <see cref="Columns"/>.</param>
    /// <param name="form">Receives the form and the scale of the column, as stored.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long Number(int row, int column, out byte form)
    {
        var offset = row - _firstRow;
        if ((uint)offset >= (uint)_rows)
        {
            Decode(row);
            offset = 0;
        }

        Debug.Assert((column * _rows) + offset < Length, "The rows of a block must fit in it.");
        form = _forms[column & (NumberArrayLayout.MaxColumns - 1)];
        return _values[((column * _rows) + offset) & (Length - 1)];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Decode(int row)
    {
        var columns = _numbers.Columns;
        _firstRow = row;
        _rows = Math.Min(Length / columns, _numbers.Rows - row);
        for (var i = 0; i < columns; i++)
        {
            var column = _numbers.Column(i);
            _forms[i] = column.StoredForm;
            _numbers.ReadValues(column, row, _values.AsSpan(i * _rows, _rows));
        }
    }

    [InlineArray(NumberArrayLayout.MaxColumns)]
    private struct Forms
    {
        private byte _first;
    }
}
