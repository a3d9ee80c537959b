using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of arrays with 4-byte offsets into the elements of all arrays.</summary>
internal sealed class ListBuilder(FieldPlan plan, BatchContext context) : ColumnBuilder
{
    private readonly ColumnBuilder _elements = For(plan.Children[0], context);
    private readonly IArrowType _type = plan.ToField().DataType;
    private ArrowBuffer.Builder<int> _offsets = new();

    protected override void AddValue(in BlittableValue value)
    {
        foreach (var element in value.EnumerateArray())
        {
            _elements.Add(element);
        }

        AddNoValue();
    }

    protected override void AddValue(in QueryValue value) => throw new InvalidOperationException("Selections represent arrays as JSON text.");

    protected override void AddNoValue()
    {
        _offsets.Append(_elements.Count);
        Grow(sizeof(int));
    }

    protected override ArrayData BuildValues(int length, int nulls, ArrowBuffer validity)
    {
        var offsets = new ArrowBuffer.Builder<int>(length + 1).Append(0).Append(_offsets.Span).Build();
        _offsets = new();
        return new ArrayData(_type, length, nulls, 0, [validity, offsets], [_elements.Build()]);
    }
}
