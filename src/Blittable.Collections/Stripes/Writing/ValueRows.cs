using Blittable.Columns;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Represents the values of some rows of a chunk group, in row order. Reusable.</summary>
internal sealed class ValueRows<T>
    where T : unmanaged
{
    private T[] _values = [];
    private int[] _rows = [];
    private T[] _spread = [];
    private ulong[] _validity = [];

    public int Count { get; private set; }

    public Span<T> Values => _values.AsSpan(0, Count);

    public ReadOnlySpan<int> Rows => _rows.AsSpan(0, Count);

    public void Add(int row, T value)
    {
        if (Count == _values.Length)
        {
            Array.Resize(ref _values, Math.Max(256, 2 * Count));
            Array.Resize(ref _rows, _values.Length);
        }

        _values[Count] = value;
        _rows[Count++] = row;
    }

    public void Clear() => Count = 0;

    /// <summary>Spreads values to their rows, as expected by a column writer.</summary>
    /// <param name="values">The values added, or one value computed from each of them.</param>
    /// <param name="rows">The number of rows.</param>
    /// <param name="validity">One bit for each row, set if it has a value; empty if all rows have a value.</param>
    public ReadOnlySpan<T> Spread(ReadOnlySpan<T> values, int rows, out ReadOnlySpan<ulong> validity)
    {
        validity = default;
        if (Count == rows)
        {
            return values;
        }

        if (_spread.Length < rows)
        {
            _spread = new T[rows];
            _validity = new ulong[MaskKernel.Words(rows)];
        }

        _validity.AsSpan().Clear();
        for (var i = 0; i < Count; i++)
        {
            _spread[_rows[i]] = values[i];
            _validity[_rows[i] >> 6] |= 1UL << _rows[i];
        }

        validity = _validity.AsSpan(0, MaskKernel.Words(rows));
        return _spread.AsSpan(0, rows);
    }
}
