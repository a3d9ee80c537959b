using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of maps: from objects if the keys are strings, otherwise from arrays of pairs.</summary>
internal sealed class MapBuilder : ColumnBuilder
{
    private readonly MapType _type;
    private readonly NameBuilder? _names;
    private readonly ColumnBuilder _keys, _values;
    private ArrowBuffer.Builder<int> _offsets = new();

    public MapBuilder(FieldPlan plan, BatchContext context)
    {
        _type = (MapType)plan.Given!.Field.DataType;
        _names = plan.Children[0].Kind == FieldKind.String ? NameBuilder.For(context) : null;
        _keys = _names ?? For(plan.Children[0], context);
        _values = For(plan.Children[1], context);
    }

    protected override void AddValue(in BlittableValue value)
    {
        if (_names is not null)
        {
            foreach (var property in value.EnumerateObject())
            {
                _names.Add(property.NameUtf8);
                _values.Add(property.Value);
            }
        }
        else
        {
            foreach (var pair in value.EnumerateArray())
            {
                _keys.Add(pair[0]);
                _values.Add(pair[1]);
            }
        }

        AddNoValue();
    }

    protected override void AddValue(in QueryValue value) => throw new InvalidOperationException("Selections have no given types.");

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
