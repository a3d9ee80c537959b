using System.Text.Json;
using Blittable.QueryFuzz.Model;

namespace Blittable.QueryFuzz.Oracle;

/// <summary>A row of a query: a document, or an element of its arrays.</summary>
internal sealed class Row
{
    private readonly JsonElement _document;
    private readonly PathModel? _elements;

    /// <summary>The element of each array from the outermost, and the number of steps from the document to it.</summary>
    private readonly (JsonElement Element, int Steps)[] _levels;

    public Row(JsonElement document)
        : this(document, null, [])
    {
    }

    private Row(JsonElement document, PathModel? elements, (JsonElement Element, int Steps)[] levels)
    {
        (_document, _elements, _levels) = (document, elements, levels);
    }

    /// <summary>Gets the number of the document.</summary>
    public Value Id => Value.Of(_document.GetProperty("id"));

    /// <summary>Returns the rows of the elements at a path. Only arrays have elements, objects do not.</summary>
    public IEnumerable<Row> Unnest(PathModel elements) => Unnest(elements, _document, 0, []);

    /// <summary>Returns the values at a path: all values of a wildcard for a document, or the one value of an element.</summary>
    public IEnumerable<Value> ValuesAt(PathModel path) => _elements is null && path.HasWildcard ? path.Evaluate(_document).Select(Value.Of) : [ValueAt(path)];

    /// <summary>Returns the single value at a path, or a missing value if there is none.</summary>
    public Value ValueAt(PathModel path)
    {
        var level = path.Wildcards;
        var (start, steps) = level == 0 ? (_document, 0) : _levels[level - 1];
        return PathModel.Follow(start, path.Steps.AsSpan(steps));
    }

    /// <summary>Returns the JSON at a path.</summary>
    public IEnumerable<JsonElement> ElementsAt(PathModel path)
    {
        if (_elements is null)
        {
            return path.Evaluate(_document);
        }

        var level = path.Wildcards;
        var (start, steps) = level == 0 ? (_document, 0) : _levels[level - 1];
        foreach (var step in path.Steps[steps..])
        {
            if (!PathModel.TryFollow(start, step, out start))
            {
                return [];
            }
        }

        return [start];
    }

    private IEnumerable<Row> Unnest(PathModel elements, JsonElement value, int step, (JsonElement Element, int Steps)[] levels)
    {
        if (step == elements.Steps.Length)
        {
            return [new(_document, elements, levels)];
        }

        if (!elements.Steps[step].IsWildcard)
        {
            return PathModel.TryFollow(value, elements.Steps[step], out var child) ? Unnest(elements, child, step + 1, levels) : [];
        }

        return value.ValueKind != JsonValueKind.Array ? []
            : value.EnumerateArray().SelectMany(child => Unnest(elements, child, step + 1, [.. levels, (child, step + 1)]));
    }
}
