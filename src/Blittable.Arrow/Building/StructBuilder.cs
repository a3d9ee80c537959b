using System.Text;
using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a struct column with a child for each property name.</summary>
internal sealed class StructBuilder : ColumnBuilder
{
    private readonly FieldLookup<ColumnBuilder> _children = new();
    private readonly IArrowType _type;
    private readonly string _path;

    public StructBuilder(FieldPlan plan, BatchContext context)
    {
        _type = plan.ToField().DataType;
        _path = plan.Given?.Path ?? plan.Name;
        foreach (var child in plan.Children)
        {
            _children.Add(Encoding.UTF8.GetBytes(child.Name), For(child, context));
        }
    }

    protected override void AddValue(in BlittableValue value)
    {
        var properties = _children.Begin();
        foreach (var property in value.EnumerateObject())
        {
            // Only a schema specified by the caller can lack a name. Such properties are intentionally omitted.
            var index = properties.Find(property.NameUtf8);
            if (index >= 0)
            {
                properties[index].Add(properties.TryVisit(index) ? property.Value : throw Repeated(property.NameUtf8));
            }
        }

        for (var index = 0; index < _children.Count; index++)
        {
            if (!_children.IsVisited(index))
            {
                _children[index].AddNull();
            }
        }
    }

    protected override BlittableException? FaultOf(GivenField given, in BlittableValue value)
    {
        if (base.FaultOf(given, value) is { } fault)
        {
            return fault;
        }

        // AddValue finds a repeated name after it has filled other children, which is too late to replace the object by a null.
        if (!ReplacesUnfitValues)
        {
            return null;
        }

        var properties = _children.Begin();
        foreach (var property in value.EnumerateObject())
        {
            var index = properties.Find(property.NameUtf8);
            if (index >= 0 && !properties.TryVisit(index))
            {
                return Repeated(property.NameUtf8);
            }
        }

        return null;
    }

    protected override void AddValue(in QueryValue value) => throw new InvalidOperationException("Selections represent objects as JSON text.");

    protected override void AddNoValue()
    {
        for (var index = 0; index < _children.Count; index++)
        {
            _children[index].AddPlaceholder();
        }
    }

    protected override ArrayData BuildValues(int length, int nulls, ArrowBuffer validity) =>
        new(_type, length, nulls, 0, [validity], [.. Enumerable.Range(0, _children.Count).Select(index => _children[index].Build())]);

    private BlittableException Repeated(ReadOnlySpan<byte> name) => new(
        BlittableErrorCode.DuplicateName, $"Column '{_path}.{Encoding.UTF8.GetString(name)}' cannot store the object in row {Row}, which contains this property twice.");
}
