using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Blittable.Cli;

/// <summary>Collects the values at one path: types, properties, elements and some examples.</summary>
internal sealed class PathProfile
{
    private const int MostExamples = 3;
    private const int MostExampleCharacters = 40;

    /// <summary>The maximum number of property names. An object with more names is treated as a map, whose names are data.</summary>
    private const int MostNames = 1000;

    /// <summary>The maximum nesting depth of a document. The methods are recursive, and the stack is limited.</summary>
    private const int MostLevels = 1000;

    private readonly SortedDictionary<string, long> _kinds = new(StringComparer.Ordinal);
    private readonly Dictionary<string, PathProfile> _properties = [];
    private readonly List<string> _examples = [];
    private PathProfile? _elements;
    private PathProfile? _others;
    private long _objects;

    /// <summary>The number of objects that have the property. An object can have several properties with one name.</summary>
    private long _owners;

    /// <summary>The number of the last of these objects.</summary>
    private long _lastOwner;

    /// <summary>Gets the number of values at the path.</summary>
    public long Count { get; private set; }

    /// <summary>Adds a value and its children.</summary>
    /// <exception cref="BlittableException">The value has more than <see cref="MostLevels"/> levels, which a hostile document may have.</exception>
    public void Add(BlittableValue value, int depth = 0)
    {
        if (depth > MostLevels)
        {
            throw new BlittableException(BlittableErrorCode.TooDeep, $"The document is nested more than {MostLevels} levels deep.");
        }

        Count++;
        var kind = KindOf(value);
        _kinds[kind] = _kinds.GetValueOrDefault(kind) + 1;
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                _objects++;
                foreach (var property in value.EnumerateObject())
                {
                    var node = Property(property.Name);
                    node._owners += node._lastOwner == _objects ? 0 : 1;
                    node._lastOwner = _objects;
                    node.Add(property.Value, depth + 1);
                }

                break;
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    (_elements ??= new()).Add(element, depth + 1);
                }

                break;
            case not BlittableValueKind.Null when _examples.Count < MostExamples:
                var text = TerminalText.Truncate(value.ToJson(JsonText.Shown), MostExampleCharacters);
                if (!_examples.Contains(text))
                {
                    _examples.Add(text);
                }

                break;
        }
    }

    /// <summary>Writes the node as a line, followed by its children, indented.</summary>
    /// <param name="tree">The output.</param>
    /// <param name="name">The name of the node.</param>
    public void AppendTree(StringBuilder tree, string name) => AppendTree(tree, name, parents: _owners, depth: 0);

    private void AppendTree(StringBuilder tree, string name, long parents, int depth)
    {
        tree.Append(' ', 2 * depth).Append(name).Append(": ").AppendJoin(" | ", _kinds.Keys);
        if (_owners < parents)
        {
            // A frequency between none and all is never rounded to one of them.
            tree.Append(CultureInfo.InvariantCulture, $", optional ({Math.Clamp(100.0 * _owners / parents, 0.1, 99.9):0.#} %)");
        }

        if (_examples.Count > 0)
        {
            tree.Append("   e.g. ").AppendJoin(", ", _examples);
        }

        tree.Append('\n');
        foreach (var (property, node) in _properties)
        {
            node.AppendTree(tree, TerminalText.Escape(property), _objects, depth + 1);
        }

        _others?.AppendTree(tree, "(other names)", _others._owners, depth + 1);
        _elements?.AppendTree(tree, "[*]", _elements._owners, depth + 1);
    }

    /// <summary>Writes a JSON Schema (draft 2020-12) that accepts all values.</summary>
    public void WriteJsonSchema(Utf8JsonWriter writer, bool isRoot = false)
    {
        writer.WriteStartObject();
        if (isRoot)
        {
            writer.WriteString("$schema", "https://json-schema.org/draft/2020-12/schema");
        }

        string[] types = [.. _kinds.Keys.Select(kind => kind is "date" ? "string" : kind).Distinct()];
        types = types.Contains("number") ? [.. types.Where(type => type != "integer")] : types;
        if (types is [var only])
        {
            writer.WriteString("type", only);
        }
        else
        {
            writer.WriteStartArray("type");
            Array.ForEach(types, writer.WriteStringValue);
            writer.WriteEndArray();
        }

        if (_objects > 0)
        {
            writer.WriteStartObject("properties");
            foreach (var (name, node) in _properties)
            {
                writer.WritePropertyName(name);
                node.WriteJsonSchema(writer);
            }

            writer.WriteEndObject();
            writer.WriteStartArray("required");
            foreach (var (name, _) in _properties.Where(property => property.Value._owners == _objects))
            {
                writer.WriteStringValue(name);
            }

            writer.WriteEndArray();
            if (_others is not null)
            {
                writer.WritePropertyName("additionalProperties");
                _others.WriteJsonSchema(writer);
            }
        }

        if (_elements is not null)
        {
            writer.WritePropertyName("items");
            _elements.WriteJsonSchema(writer);
        }

        writer.WriteEndObject();
    }

    private PathProfile Property(string name)
    {
        if (_properties.TryGetValue(name, out var node))
        {
            return node;
        }

        return _properties.Count < MostNames ? _properties[name] = new() : _others ??= new();
    }

    private static string KindOf(BlittableValue value) => value.Kind switch
    {
        BlittableValueKind.Object => "object",
        BlittableValueKind.Array => "array",
        BlittableValueKind.String => value.IsDate ? "date" : "string",
        BlittableValueKind.Number => value.ToJson(JsonText.Shown).AsSpan().IndexOfAny(".eE\"") < 0 ? "integer" : "number",
        BlittableValueKind.True or BlittableValueKind.False => "boolean",
        _ => "null",
    };
}
