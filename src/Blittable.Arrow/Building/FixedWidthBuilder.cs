using System.Runtime.InteropServices;
using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of fixed-width values.</summary>
/// <typeparam name="T">The Arrow representation of a value.</typeparam>
internal abstract class FixedWidthBuilder<T>(IArrowType type) : ColumnBuilder
    where T : struct
{
    private ArrowBuffer.Builder<T> _values = new();

    protected abstract T Read(in BlittableValue value);

    protected abstract T Read(in QueryValue value);

    protected sealed override void AddValue(in BlittableValue value) => Append(Read(value));

    protected sealed override void AddValue(in QueryValue value) => Append(Read(value));

    protected sealed override void AddNoValue() => Append(default);

    protected sealed override ArrayData BuildValues(int length, int nulls, ArrowBuffer validity)
    {
        var values = _values.Build();
        _values = new();
        return new ArrayData(type, length, nulls, 0, [validity, values]);
    }

    private void Append(T value)
    {
        _values.Append(value);
        Grow(MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value)).Length);
    }
}
