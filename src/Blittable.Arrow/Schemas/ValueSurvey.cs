using System.Text;
using Blittable.Collections;

namespace Blittable.Arrow.Schemas;

/// <summary>Collects the kinds of the values at a path and below it, over all documents. Not thread-safe.</summary>
internal sealed class ValueSurvey(int maxFields, bool distinguishesNulls = false, int depth = 0)
{
    /// <summary>The nesting depth below which values are stored as JSON text, which bounds the recursion over a schema.</summary>
    private const int MaxDepth = 32;

    private readonly FieldLookup<ValueSurvey> _fields = new();
    private readonly byte[] _text = new byte[128];
    private NumberSurvey? _numbers;
    private DateSurvey? _dates;
    private ValueSurvey? _elements;
    private ValueKinds _kinds;
    private bool _isIrregular;
    private long _values, _nulls;

    /// <summary>Observes a value.</summary>
    public void Observe(in BlittableValue value)
    {
        _values++;
        switch (value.Kind)
        {
            case BlittableValueKind.Null:
                _nulls++;
                break;
            case BlittableValueKind.True or BlittableValueKind.False:
                _kinds |= ValueKinds.Boolean;
                break;
            case BlittableValueKind.Number:
                _kinds |= ValueKinds.Number;
                ObserveNumber(_numbers ??= new NumberSurvey(), value);
                break;
            case BlittableValueKind.String when value.IsDate:
                _kinds |= ValueKinds.Date;
                (_dates ??= new DateSurvey()).Observe(value.TryCopyUtf8(_text, out var written) ? _text.AsSpan(0, written) : default);
                break;
            case BlittableValueKind.String:
                _kinds |= ValueKinds.String;
                break;
            case BlittableValueKind.Binary when value.TryGetBytes(out _):
                _kinds |= ValueKinds.Binary;
                break;
            case BlittableValueKind.Object when depth < MaxDepth:
                _kinds |= ValueKinds.Object;
                ObserveObject(value);
                break;
            case BlittableValueKind.Array when depth < MaxDepth:
                _kinds |= ValueKinds.Array;
                ObserveArray(value);
                break;
            default:
                _isIrregular = true;
                break;
        }
    }

    /// <summary>Observes a value of a selection.</summary>
    public void Observe(in QueryValue value)
    {
        _values++;
        switch (value.Kind)
        {
            case QueryValueKind.Null:
                _nulls++;
                break;
            case QueryValueKind.Boolean:
                _kinds |= ValueKinds.Boolean;
                break;
            case QueryValueKind.Number:
                _kinds |= ValueKinds.Number;
                (_numbers ??= new NumberSurvey()).Observe(Encoding.UTF8.GetBytes(value.ToJson()));
                break;
            case QueryValueKind.Date:
                _kinds |= ValueKinds.Date;
                (_dates ??= new DateSurvey()).Observe(Encoding.UTF8.GetBytes(value.ToJson()).AsSpan()[1..^1]);
                break;
            case QueryValueKind.String:
                _kinds |= ValueKinds.String;
                break;
            default:
                _isIrregular = true;
                break;
        }
    }

    /// <summary>Determines how the values are stored.</summary>
    /// <param name="name">The name of the property.</param>
    /// <param name="parents">
    /// The number of objects that may have the property, of array elements, or of rows. More parents than values mean absent values.
    /// </param>
    public FieldPlan Plan(string name, long parents)
    {
        // Only JSON text distinguishes null from absent. Columns of other kinds store null for both, and both are restored as JSON nulls.
        var isMixed = distinguishesNulls && _nulls > 0 && _values < parents;
        return isMixed ? new FieldPlan(name, FieldKind.Json, IsNullAbsent: true, []) { HasNullTexts = true }
            : _isIrregular ? new FieldPlan(name, FieldKind.Json, _nulls == 0, [])
            : PlanRegular(name);
    }

    /// <summary>Determines how the fields of all objects are stored.</summary>
    public IReadOnlyList<FieldPlan> PlanFields() => [.. _fields.Names.Select((name, index) => _fields[index].Plan(name, _values - _nulls))];

    private FieldPlan PlanRegular(string name)
    {
        var plan = new FieldPlan(name, FieldKind.Json, _nulls == 0, []);
        switch (_kinds)
        {
            case ValueKinds.Boolean:
                return plan with { Kind = FieldKind.Boolean };
            case ValueKinds.Number:
                var (kind, precision, scale) = _numbers!.Plan();
                return plan with { Kind = kind, Precision = precision, Scale = scale, IsFinite = _numbers.IsFinite };
            case ValueKinds.String or (ValueKinds.String | ValueKinds.Date):
                return plan with { Kind = FieldKind.String };
            case ValueKinds.Date:
                var (form, text, offset) = _dates!.Plan();
                return plan with { Kind = form, Form = text, OffsetMinutes = offset };
            case ValueKinds.Binary:
                return plan with { Kind = FieldKind.Binary };
            case ValueKinds.Object when _fields.Count > 0:
                return plan with { Kind = FieldKind.Struct, Children = PlanFields() };
            case ValueKinds.Array:
                return plan with { Kind = FieldKind.List, Children = [_elements?.Plan("item", _elements._values) ?? new FieldPlan("item", FieldKind.Json, false, [])] };
            default:
                return plan;
        }
    }

    private void ObserveNumber(NumberSurvey numbers, in BlittableValue value)
    {
        if (value.TryCopyNumberText(_text, out var written))
        {
            numbers.Observe(_text.AsSpan(0, written));
        }
        else if (FloatText.IsNotFinite(value))
        {
            numbers.ObserveNotFinite();
        }
        else
        {
            numbers.Observe(Encoding.UTF8.GetBytes(value.GetNumberText()));
        }
    }

    private void ObserveObject(in BlittableValue value)
    {
        var properties = _fields.Begin();
        foreach (var property in value.EnumerateObject())
        {
            var index = properties.Find(property.NameUtf8);
            if (index < 0 && !_isIrregular)
            {
                // Parquet and DuckDB end a name at a NUL, so that names could become equal.
                _isIrregular = _fields.Count >= maxFields || property.NameUtf8.IsEmpty || property.NameUtf8.Contains((byte)0);
                index = _isIrregular ? -1 : _fields.Add(property.NameUtf8, new ValueSurvey(maxFields, distinguishesNulls, depth + 1));
            }

            if (index >= 0)
            {
                // A struct cannot store duplicate names.
                _isIrregular |= !properties.TryVisit(index);
                _fields[index].Observe(property.Value);
            }
        }
    }

    private void ObserveArray(in BlittableValue value)
    {
        foreach (var element in value.EnumerateArray())
        {
            (_elements ??= new ValueSurvey(maxFields, distinguishesNulls, depth + 1)).Observe(element);
        }
    }
}
