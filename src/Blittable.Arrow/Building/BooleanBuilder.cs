using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of booleans.</summary>
internal sealed class BooleanBuilder : ColumnBuilder
{
    private ArrowBuffer.BitmapBuilder _values = new();

    protected override void AddValue(in BlittableValue value) => _values.Append(value.GetBoolean());

    protected override void AddValue(in QueryValue value) => _values.Append(value.GetBoolean());

    protected override void AddNoValue() => _values.Append(false);

    protected override ArrayData BuildValues(int length, int nulls, ArrowBuffer validity)
    {
        var values = _values.Build();
        _values = new();
        return new ArrayData(BooleanType.Default, length, nulls, 0, [validity, values]);
    }
}
