using System.Text;
using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Collects objects: a child for each name.</summary>
internal sealed class StructBuilder : ColumnBuilder
{
    private readonly FieldLookup<ColumnBuilder> _children = new();
    private readonly IArrowType _type;

    public StructBuilder(FieldPlan plan)
    {
        _type = plan.ToField().DataType;
        foreach (var child in plan.Children)
        {
            _children.Add(Encoding.UTF8.GetBytes(child.Name), For(child));
        }
    }

    public override long ByteCount => Enumerable.Range(0, _children.Count).Sum(index => _children[index].ByteCount);

    protected override void AddValue(in BlittableValue value)
    {
        var properties = _children.Begin();
        foreach (var property in value.EnumerateObject())
        {
            var index = properties.Find(property.NameUtf8);
            properties.TryVisit(index);
            properties[index].Add(property.Value);
        }

        AddMissing();
    }

    protected override void AddValue(in QueryValue value) => throw new InvalidOperationException("A selection has objects as JSON texts.");

    protected override void AddNoValue()
    {
        _children.Begin();
        AddMissing();
    }

    protected override ArrayData BuildValues(int length, int nulls, ArrowBuffer validity) =>
        new(_type, length, nulls, 0, [validity], [.. Enumerable.Range(0, _children.Count).Select(index => _children[index].Build())]);

    private void AddMissing()
    {
        for (var index = 0; index < _children.Count; index++)
        {
            if (!_children.IsVisited(index))
            {
                _children[index].AddNull();
            }
        }
    }
}
