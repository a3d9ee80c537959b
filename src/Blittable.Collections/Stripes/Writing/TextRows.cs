using Blittable.Layout;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Represents the strings of some rows of a chunk group, in row order. Reusable.</summary>
internal sealed class TextRows
{
    private byte[] _bytes = [];
    private int[] _ends = [];
    private int[] _rows = [];
    private int[] _spreadEnds = [];
    private bool[] _isNull = [];

    public int Count { get; private set; }

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, Count == 0 ? 0 : _ends[Count - 1]);

    public ReadOnlySpan<int> Ends => _ends.AsSpan(0, Count);

    public ReadOnlySpan<int> Rows => _rows.AsSpan(0, Count);

    public ReadOnlySpan<byte> this[int index] => _bytes.AsSpan(Start(index), _ends[index] - Start(index));

    public void Clear() => Count = 0;

    public void Add(int row, ReadOnlySpan<byte> value)
    {
        value.CopyTo(Reserve(value.Length));
        Commit(row, value.Length);
    }

    /// <summary>Reserves space for the next string. Call <see cref="Commit"/> with the number of bytes used.</summary>
    public Span<byte> Reserve(int length)
    {
        var start = Bytes.Length;
        if (_bytes.Length - start < length)
        {
            if (start + (long)length > Array.MaxLength)
            {
                ThrowHelper.DocumentTooLarge(Array.MaxLength);
            }

            Array.Resize(ref _bytes, (int)Math.Min(Array.MaxLength, Math.Max(2L * _bytes.Length, (long)start + length)));
        }

        return _bytes.AsSpan(start);
    }

    public void Commit(int row, int length)
    {
        var end = Bytes.Length + length;
        if (Count == _ends.Length)
        {
            Array.Resize(ref _ends, Math.Max(256, 2 * Count));
            Array.Resize(ref _rows, _ends.Length);
        }

        _ends[Count] = end;
        _rows[Count++] = row;
    }

    /// <summary>Returns the end offset of each row's string, as expected by a column writer.</summary>
    /// <param name="rows">The number of rows.</param>
    /// <param name="isNull">For each row, a value that indicates whether it has no string; empty if all rows have a string.</param>
    public ReadOnlySpan<int> Spread(int rows, out ReadOnlySpan<bool> isNull)
    {
        isNull = default;
        if (Count == rows)
        {
            return Ends;
        }

        if (_isNull.Length < rows)
        {
            _isNull = new bool[rows];
            _spreadEnds = new int[rows];
        }

        for (int row = 0, next = 0, end = 0; row < rows; row++)
        {
            _isNull[row] = next == Count || _rows[next] != row;
            end = _isNull[row] ? end : _ends[next++];
            _spreadEnds[row] = end;
        }

        isNull = _isNull.AsSpan(0, rows);
        return _spreadEnds.AsSpan(0, rows);
    }

    private int Start(int index) => index == 0 ? 0 : _ends[index - 1];
}
