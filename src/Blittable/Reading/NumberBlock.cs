using System.Diagnostics;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Decoded numbers of a number array: its head is read once, and its numbers a block at a time.</summary>
internal ref struct NumberBlock
{
    private const int Length = 64;

    private NumberArrayLayout _numbers;
    private int _address;
    private int _firstRow;
    private int _rows;
    private Forms _forms;
    private Values _values;

    /// <summary>Gets a value that indicates whether the array is a matrix, whose indexes are of a row and a column.</summary>
    public readonly bool IsMatrix => _numbers.IsMatrix;

    /// <summary>Gets the number of numbers in a row; 1 where the array is not a matrix.</summary>
    public readonly int Columns => _numbers.Columns;

    /// <summary>Starts with another number array.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The array's address.</param>
    /// <exception cref="BlittableException">The array is damaged.</exception>
    public void Open(ReadOnlySpan<byte> document, int address)
    {
        // Address 0 may be that of an array, so the count of rows says whether a block is decoded.
        if (_address == address && _rows != 0)
        {
            return;
        }

        _numbers = NumberArrayLayout.Read(document, address);
        _address = address;
        _rows = 0;
    }

    /// <summary>Returns a number, which <see cref="StoredNumber.OfPacked"/> explains.</summary>
    /// <param name="row">Its row, less than the number of rows.</param>
    /// <param name="column">Its column, less than <see cref="Columns"/>.</param>
    /// <param name="form">The form and the scale of its column, as they are stored.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long Number(int row, int column, out byte form)
    {
        var offset = row - _firstRow;
        if ((uint)offset >= (uint)_rows)
        {
            Decode(row);
            offset = 0;
        }

        Debug.Assert((column * _rows) + offset < Length, "A block has as many rows as fit.");
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
            _numbers.ReadValues(column, row, ((Span<long>)_values).Slice(i * _rows, _rows));
        }
    }

    [InlineArray(NumberArrayLayout.MaxColumns)]
    private struct Forms
    {
        private byte _first;
    }

    [InlineArray(Length)]
    private struct Values
    {
        private long _first;
    }
}
