using System.Text;
using System.Text.Unicode;
using Blittable.Collections.Stripes;

namespace Blittable.DuckDB.Tables;

/// <summary>Determines the type of a column, or of a field or element within it, from all of its values. Not thread-safe.</summary>
internal sealed class NestedSurvey
{
    /// <summary>The nesting depth from which objects and arrays are JSON, which bounds the recursion over types and values.</summary>
    private const int MaxDepth = 32;

    /// <summary>The maximum number of distinct names in the objects at a path. Objects with more names use them as data, such as user ids.</summary>
    private const int MaxFields = 200;

    /// <summary>The maximum number of struct fields in a column, at all depths.</summary>
    private const int MaxColumnFields = 2_000;

    private const int ScalarStates = 1 << (int)NodeState.Number | 1 << (int)NodeState.String | 1 << (int)NodeState.Date | 1 << (int)NodeState.Boolean;

    private readonly VisitLimit _limit;
    private readonly FieldCount _total;
    private readonly int _depth;
    private readonly ColumnSurvey _scalars = new();
    private readonly PropertyIndex _names = new();
    private readonly List<NestedSurvey> _fields = [];
    private readonly List<long> _lastObjects = [];
    private NestedSurvey? _elements;
    private bool _hasScalars, _hasObjects, _hasArrays, _isIrregular, _hasEmptyObjects;
    private long _objects;

    /// <summary>Starts the survey of a column.</summary>
    /// <param name="limit">Counts the values of the document that is observed.</param>
    public NestedSurvey(VisitLimit limit)
        : this(limit, new FieldCount(), 0)
    {
    }

    private NestedSurvey(VisitLimit limit, FieldCount total, int depth) => (_limit, _total, _depth) = (limit, total, depth);

    /// <summary>Gets a value that indicates whether the fields and elements do not matter, because the values are JSON.</summary>
    public bool IsIrregular => _isIrregular;

    /// <summary>Gets the survey of the array elements, or null if no array was observed.</summary>
    public NestedSurvey? Elements => _elements;

    /// <summary>Observes a value of a document.</summary>
    /// <exception cref="BlittableException">The document is damaged, or has more values than the limit.</exception>
    public void Observe(in BlittableValue value)
    {
        _limit.Count();
        switch (value.Kind)
        {
            case BlittableValueKind.Null:
                break;
            case BlittableValueKind.Object:
                _hasObjects = true;
                ObserveObject(value);
                break;
            case BlittableValueKind.Array:
                _hasArrays = true;
                ObserveArray(value);
                break;
            default:
                _hasScalars = true;
                _scalars.Observe(value);
                break;
        }
    }

    /// <summary>Observes the scalars of stored rows.</summary>
    /// <param name="values">The rows.</param>
    /// <param name="states">A bit for each state that the rows have.</param>
    public void ObserveScalars(NodeRows values, int states)
    {
        _hasScalars |= (states & ScalarStates) != 0;
        _scalars.Observe(values, states);
    }

    /// <summary>Starts to observe stored objects. Returns false if their fields do not matter.</summary>
    public bool TryStartObjects()
    {
        _hasObjects = true;
        _isIrregular |= _depth == MaxDepth;
        return !_isIrregular;
    }

    /// <summary>Starts to observe stored arrays. Returns false if their elements do not matter.</summary>
    public bool TryStartArrays()
    {
        _hasArrays = true;
        _isIrregular |= _depth == MaxDepth;
        _elements ??= _isIrregular ? null : new NestedSurvey(_limit, _total, _depth + 1);
        return !_isIrregular;
    }

    /// <summary>Observes which stored objects have values, after their fields were observed.</summary>
    /// <param name="states">The states of the rows.</param>
    /// <param name="areFilled">For each row, true if a field has a value other than null.</param>
    public void ObserveObjects(ReadOnlySpan<NodeState> states, ReadOnlySpan<bool> areFilled)
    {
        for (var row = 0; row < states.Length; row++)
        {
            _hasEmptyObjects |= states[row] == NodeState.Object && !areFilled[row];
        }
    }

    /// <summary>Returns the survey of a field, or null if no object has the name.</summary>
    public NestedSurvey? FindField(ReadOnlySpan<byte> name) => _isIrregular || _names.Find(name) is not (>= 0 and var field) ? null : _fields[field];

    /// <summary>Adds a field that has not been observed yet. Returns null if a struct cannot represent the objects.</summary>
    public NestedSurvey? AddField(ReadOnlySpan<byte> name)
    {
        // DuckDB ignores all names of a struct with an empty name.
        if (name.IsEmpty || _names.Count == MaxFields || !_total.TryAdd())
        {
            StopFields();
            return null;
        }

        _names.Add(name);
        _fields.Add(new NestedSurvey(_limit, _total, _depth + 1));
        _lastObjects.Add(0);
        return _fields[^1];
    }

    /// <summary>Returns the column with the type that represents all observed values.</summary>
    /// <param name="name">The name of the column or field.</param>
    /// <param name="path">The path of the values.</param>
    public TableColumn ToColumn(string name, string path)
    {
        var isMixed = _isIrregular || (_depth == 0 && _total.IsExceeded) || (_hasObjects ? 1 : 0) + (_hasArrays ? 1 : 0) + (_hasScalars ? 1 : 0) > 1;
        return !_hasObjects && !_hasArrays ? _scalars.ToColumn(name, path)
            : isMixed || (_hasObjects && _fields.Count == 0) ? new TableColumn(name, path, TableColumnType.Json, 0) { HasContainers = true }
            : _hasArrays ? ToList(name, path)
            : ToStruct(name, path);
    }

    private TableColumn ToList(string name, string path)
    {
        var element = $"{path}[*]";
        return new TableColumn(name, path, TableColumnType.List, 0)
        {
            Children = [_elements?.ToColumn("element", element) ?? new TableColumn("element", element, TableColumnType.Json, 0)],
        };
    }

    private TableColumn ToStruct(string name, string path)
    {
        string[] properties = [.. _names.Names.Select(Encoding.UTF8.GetString)];
        return new TableColumn(name, path, TableColumnType.Struct, 0)
        {
            HasOnlyFilledObjects = !_hasEmptyObjects && !_fields.Exists(field => field._scalars.HasNotFinite) && _names.Names.All(bytes => Utf8.IsValid(bytes)),
            Children = [.. SqlNames.Of(properties).Select((field, i) => _fields[i].ToColumn(field, path + SqlNames.StepOf(properties[i])) with { Property = _names.Names[i] })],
        };
    }

    private void ObserveObject(in BlittableValue value)
    {
        _isIrregular |= _depth == MaxDepth;
        if (_isIrregular)
        {
            return;
        }

        _objects++;
        var isEmpty = true;
        _names.Begin();
        foreach (var property in value.EnumerateObject())
        {
            var field = _names.Find(property.NameUtf8);
            if (field < 0)
            {
                if (AddField(property.NameUtf8) is null)
                {
                    return;
                }

                field = _fields.Count - 1;
            }

            if (_lastObjects[field] == _objects)
            {
                // A struct cannot represent a name that an object contains twice.
                StopFields();
                return;
            }

            _lastObjects[field] = _objects;
            _fields[field].Observe(property.Value);
            isEmpty &= property.Value.Kind == BlittableValueKind.Null;
        }

        _hasEmptyObjects |= isEmpty;
    }

    private void StopFields()
    {
        _isIrregular = true;
        _fields.Clear();
        _elements = null;
    }

    private void ObserveArray(in BlittableValue value)
    {
        _isIrregular |= _depth == MaxDepth;
        if (_isIrregular)
        {
            return;
        }

        _elements ??= new NestedSurvey(_limit, _total, _depth + 1);
        foreach (var element in value.EnumerateArray())
        {
            _elements.Observe(element);
        }
    }

    /// <summary>Counts the fields of a column at all depths.</summary>
    private sealed class FieldCount
    {
        private int _count;

        public bool IsExceeded => _count > MaxColumnFields;

        public bool TryAdd() => ++_count <= MaxColumnFields;
    }
}
