using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Collects values of a fixed width.</summary>
/// <param name="column">The column.</param>
/// <param name="convert">Converts a value.</param>
/// <param name="convertAll">Converts the elements of an array, or null if they are always converted one by one.</param>
/// <typeparam name="T">The type in which DuckDB stores the values.</typeparam>
internal sealed class FixedBuffer<T>(TableColumn column, FixedValues.Conversion<T> convert, FixedValues.ArrayConversion<T>? convertAll = null) : NestedBuffer(column)
    where T : unmanaged
{
    private const int FirstValues = 1024;

    private T[] _values = new T[FirstValues];

    public override long ByteCount => (long)Count * NestedKernel.SizeOf<T>();

    public override bool TryAddAll(in BlittableValue array)
    {
        var count = array.Count;
        if (convertAll is null)
        {
            return false;
        }

        Reserve(count);
        if (!convertAll(array, _values.AsSpan(Count, count)))
        {
            return false;
        }

        AddValid(count);
        return true;
    }

    protected override bool TryAddValue(in BlittableValue value)
    {
        Reserve(1);
        return convert(Column, value, out _values[Count]);
    }

    protected override void AddEmpty()
    {
        Reserve(1);
        _values[Count] = default;
    }

    protected override void WriteValues(nint vector, int first, int count) => NestedKernel.WriteValues<T>(vector, _values.AsSpan(first, count));

    private void Reserve(int count)
    {
        if (_values.Length - Count < count)
        {
            Array.Resize(ref _values, Math.Max(Count + count, 2 * _values.Length));
        }
    }
}
