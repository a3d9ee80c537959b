using System.Buffers;
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
    private Values _values;

    /// <summary>Gets a value that indicates whether the array is a matrix, whose indexes combine a row and a column.</summary>
    public readonly bool IsMatrix => _numbers.IsMatrix;

    /// <summary>Gets the number of numbers in a row, which is 1 if the array is not a matrix.</summary>
    public readonly int Columns => _numbers.Columns;

    /// <summary>Opens a number array.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the array.</param>
    /// <exception cref="BlittableException">The array is damaged.</exception>
    public void Open(ReadOnlySpan<byte> document, int address)
    {
        // Address 0 is valid, so the number of rows indicates whether a block is decoded.
        if (_address == address && _rows != 0)
        {
            return;
        }

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

/// <summary>Represents the remaining part of a container that a <see cref="BlittableReader"/> is reading.</summary>
internal struct ReaderFrame
{
    /// <summary>The address of the container. It is negative for a row of a number matrix.</summary>
    public int Address;

    /// <summary>The address of the current slot. In an array without slots, the address of the child. In a number array, its index.</summary>
    public int Place;

    /// <summary>The distance between consecutive values of <see cref="Place"/>.</summary>
    public int Step;

    /// <summary>The number of children after the current child in the run.</summary>
    public int Left;

    /// <summary>The slot size in bits. In an array without slots, 0. In a number array, the address of its elements.</summary>
    public int Form;

    /// <summary>The index of the first child of the next run, or a negative number if there are no more runs.</summary>
    public int Next;

    /// <summary>The address that slots are subtracted from.</summary>
    public int Origin;

    /// <summary>The number of children in the run.</summary>
    public int Count;

    /// <summary>The start of the names' end offsets, in the document or in the shapes of the dictionary.</summary>
    public int Ends;

    /// <summary>The offset of the end offset of the run's first name, relative to <see cref="Ends"/>.</summary>
    public int FirstEnd;

    /// <summary>The size of an end offset in bits, or 0 in an array.</summary>
    public int EndBits;

    /// <summary>The origin of the end offsets, and the start of the run's first name, relative to <see cref="Ends"/>.</summary>
    public uint NameOrigin, NameStart;

    /// <summary>Indicates whether the names are in the shapes of the dictionary.</summary>
    public bool HasDictionaryShape;

    /// <summary>Indicates whether the elements are the rows of a number matrix.</summary>
    public bool HasRows;
}

/// <summary>Caches the .NET strings of values that a document stores once and uses several times.</summary>
/// <remarks>The cache has one entry per hash of an address. Its memory is rented on first use.</remarks>
internal struct StringInstances
{
    private const int Bits = 9;
    private const uint Multiplier = 0x9E37_79B1;

    private Entry[]? _entries;

    /// <summary>Returns the string of a value, and caches it.</summary>
    /// <param name="value">A string.</param>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public string GetOrAdd(in BlittableValue value)
    {
        _entries ??= ArrayPool<Entry>.Shared.Rent(1 << Bits);
        ref var entry = ref _entries[(uint)value.Address * Multiplier >> (32 - Bits)];
        if (entry.Text is null || entry.Address != value.Address)
        {
            entry = new Entry(value.Address, value.GetString()!);
        }

        return entry.Text;
    }

    /// <summary>Discards the strings.</summary>
    public void Dispose()
    {
        if (_entries is { } entries)
        {
            _entries = null;

            // Other users of the pool could read these strings, and the strings would stay in memory.
            ArrayPool<Entry>.Shared.Return(entries, clearArray: true);
        }
    }

    private readonly record struct Entry(int Address, string Text);
}
