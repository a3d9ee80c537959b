using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of maps with string keys from objects.</summary>
internal sealed class MapBuilder(FieldPlan plan, BatchContext context) : ColumnBuilder
{
    private readonly MapType _type = (MapType)plan.Given!.Field.DataType;
    private readonly NameBuilder _keys = NameBuilder.For(context);
    private readonly ColumnBuilder _values = For(plan.Children[1], context);
    private ArrowBuffer.Builder<int> _offsets = new();

    protected override void AddValue(in BlittableValue value)
    {
        foreach (var property in value.EnumerateObject())
        {
            _keys.Add(property.NameUtf8);
            _values.Add(property.Value);
        }

        AddNoValue();
    }

    protected override void AddValue(in QueryValue value) => throw new InvalidOperationException("Selections represent objects as JSON text.");

    protected override void AddNoValue()
    {
        _offsets.Append(_values.Count);
        Grow(sizeof(int));
    }

    protected override ArrayData BuildValues(int length, int nulls, ArrowBuffer validity)
    {
        var offsets = new ArrowBuffer.Builder<int>(length + 1).Append(0).Append(_offsets.Span).Build();
        _offsets = new();
        var entries = new ArrayData(_type.KeyValueType, _values.Count, 0, 0, [ArrowBuffer.Empty], [_keys.Build(), _values.Build()]);
        return new ArrayData(_type, length, nulls, 0, [validity, offsets], [entries]);
    }
}
