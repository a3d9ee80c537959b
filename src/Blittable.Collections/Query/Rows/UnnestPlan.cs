using Blittable.Layout;
using Blittable.Paths;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents arrays whose elements are the rows of a query: their path has a wildcard for each array and ends with the last one.</summary>
internal sealed class UnnestPlan
{
    /// <summary>For each array, the number of steps up to its elements.</summary>
    private readonly int[] _ends;

    /// <param name="elements">The path of the innermost array's elements.</param>
    /// <exception cref="BlittableException">The path does not lead to the elements of an array.</exception>
    public UnnestPlan(BlittablePath elements)
    {
        var steps = elements.Steps;
        if (steps.IsEmpty || !steps[^1].IsWildcard)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, $"The path '{elements}' has no elements to unnest; end it with '[*]'.");
        }

        var ends = new List<int>();
        for (var i = 0; i < steps.Length; i++)
        {
            if (steps[i].IsWildcard)
            {
                ends.Add(i + 1);
            }
        }

        Elements = elements;
        _ends = [.. ends];
    }

    /// <summary>Gets the path of the elements.</summary>
    public BlittablePath Elements { get; }

    /// <summary>Gets the number of nested arrays.</summary>
    public int Depth => _ends.Length;

    /// <summary>Returns the path of the elements that a path with a wildcard refers to.</summary>
    public static BlittablePath ElementsOf(BlittablePath path)
    {
        var end = path.Steps.Length;
        while (!path.Steps[end - 1].IsWildcard)
        {
            end--;
        }

        return end == path.Steps.Length ? path : BlittablePath.Of(path.Steps[..end]);
    }

    /// <summary>Returns the array whose elements contain a path: 0 for the document itself, 1 for the outermost array, -1 for an array that is not
    /// unnested.</summary>
    public int LevelOf(BlittablePath path)
    {
        var level = 0;
        for (var i = 0; i < path.Steps.Length; i++)
        {
            level += path.Steps[i].IsWildcard ? 1 : 0;
            if (path.Steps[i].IsWildcard && (level > Depth || i + 1 != _ends[level - 1] || !Elements.StartsWith(path.Steps[..i])))
            {
                return -1;
            }
        }

        return level;
    }

    /// <summary>Gets the next nested array in a document or an element.</summary>
    public bool TryGetArray(BlittableValue value, int level, out BlittableValue array) =>
        TryFollow(Elements.Steps[Start(level)..(_ends[level] - 1)], value, out array) && array.Kind == BlittableValueKind.Array;

    /// <summary>Evaluates a path relative to the element that contains it.</summary>
    public QueryValue Evaluate(PathPlan path, BlittableValue element)
    {
        return !TryFollow(path.Path.Steps[Start(path.Level)..], element, out var found) ? QueryValue.Missing
            : path.Reader is { } read ? read(found)
            : QueryValue.FromScalar(found);
    }

    private int Start(int level) => level == 0 ? 0 : _ends[level - 1];

    private static bool TryFollow(ReadOnlySpan<PathStep> steps, BlittableValue value, out BlittableValue found)
    {
        foreach (var step in steps)
        {
            if (!step.TryFollow(value, out value))
            {
                found = default;
                return false;
            }
        }

        found = value;
        return true;
    }
}
