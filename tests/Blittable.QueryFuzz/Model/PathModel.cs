using System.Text.Json;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>A path: the text that the library parses, and the steps of the text.</summary>
internal sealed record PathModel(string Text, Step[] Steps)
{
    public int Wildcards => Steps.Count(step => step.IsWildcard);

    public bool HasWildcard => Wildcards > 0;

    public static bool TryFollow(JsonElement value, Step step, out JsonElement child)
    {
        child = default;
        if (step.Name is { } name)
        {
            return value.ValueKind == JsonValueKind.Object && value.TryGetProperty(name, out child);
        }

        if (value.ValueKind != JsonValueKind.Array || step.Index is not { } index)
        {
            return false;
        }

        var length = value.GetArrayLength();
        index = index < 0 ? index + length : index;
        if (index < 0 || index >= length)
        {
            return false;
        }

        child = value[index];
        return true;
    }

    /// <summary>Follows steps without wildcards.</summary>
    public static Value Follow(JsonElement value, ReadOnlySpan<Step> steps)
    {
        foreach (var step in steps)
        {
            if (!TryFollow(value, step, out value))
            {
                return Value.Missing;
            }
        }

        return Value.Of(value);
    }

    /// <summary>Returns all values of a document at the path.</summary>
    public IEnumerable<JsonElement> Evaluate(JsonElement root) => Evaluate(root, 0);

    /// <summary>Determines whether both paths have the same steps up to the last wildcard of the other, as far as this path has wildcards.</summary>
    public bool IsWithin(PathModel elements)
    {
        var last = Array.FindLastIndex(Steps, step => step.IsWildcard);
        return last < elements.Steps.Length && Steps.AsSpan(0, last + 1).SequenceEqual(elements.Steps.AsSpan(0, last + 1));
    }

    public override string ToString() => $"\"{Text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"";

    private IEnumerable<JsonElement> Evaluate(JsonElement value, int step)
    {
        if (step == Steps.Length)
        {
            return [value];
        }

        if (!Steps[step].IsWildcard)
        {
            return TryFollow(value, Steps[step], out var child) ? Evaluate(child, step + 1) : [];
        }

        IEnumerable<JsonElement> children = value.ValueKind switch
        {
            JsonValueKind.Array => value.EnumerateArray(),
            JsonValueKind.Object => value.EnumerateObject().Select(property => property.Value),
            _ => [],
        };
        return children.SelectMany(child => Evaluate(child, step + 1));
    }
}
