using Blittable.Editing;
using Blittable.Paths;
using Blittable.Layout;

namespace Blittable;

/// <content>Edits of all values that a query finds, and paths whose containers are created on the way.</content>
public sealed partial class BlittableEditor
{
    /// <summary>Puts a value where the path leads, and creates missing containers on the way if asked.</summary>
    /// <param name="path">The place.</param>
    /// <param name="utf8Json">The value's JSON text.</param>
    /// <param name="createParents">
    /// True to create missing containers: an object for a name, an array for an index. Setting <c>$.a.b[0]</c> in <c>{}</c> creates <c>{"a":{"b":[…]}}</c>. The index after the
    /// last element appends one. Existing values of another kind, null included, are never replaced on the way.
    /// </param>
    /// <exception cref="BlittableException">
    /// The text is not JSON, the container that the path leads into is missing and is not created, or the value is nested too deep.
    /// </exception>
    public void Set(BlittablePath path, ReadOnlySpan<byte> utf8Json, bool createParents)
    {
        using var value = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        Set(path, value.Root, createParents);
    }

    /// <summary>Puts a copy of a value where the path leads, and creates missing containers on the way if asked.</summary>
    /// <param name="path">The place.</param>
    /// <param name="value">The value, of any other document.</param>
    /// <param name="createParents"><inheritdoc cref="Set(BlittablePath, ReadOnlySpan{byte}, bool)" path="/param[@name='createParents']"/></param>
    /// <exception cref="BlittableException">
    /// The container that the path leads into is missing and is not created, or the value is a default one, damaged, or nested deeper at its place than
    /// <see cref="BlittableOptions.MaxDepth"/>.
    /// </exception>
    public void Set(BlittablePath path, BlittableValue value, bool createParents)
    {
        if (!createParents || Steps(path).IsEmpty)
        {
            Set(path, value);
            return;
        }

        value.RequireDefined();
        using var use = _use.Enter();
        var edit = Begin(value);
        var steps = Steps(path);
        var parent = edit.OpenRoot();
        for (var i = 0; i < steps.Length - 1; i++)
        {
            RequireContainer(parent, path);
            var place = Find(parent, steps[i]);
            if (place < 0)
            {
                place = Add(parent, steps[i], EditedChild.Of(steps[i + 1].Name is null ? EditedContainer.NewArray() : EditedContainer.NewObject()), path);
            }

            parent = edit.OpenChild(parent, place);
        }

        RequireContainer(parent, path);
        var last = Find(parent, steps[^1]);
        var given = EditedChild.Of(EditSource.Given, value);
        if (last < 0)
        {
            Add(parent, steps[^1], given, path);
        }
        else
        {
            parent[last] = given;
        }

        End(ref edit, value);
    }

    /// <summary>Puts a copy of a value in the place of every value that a query finds.</summary>
    /// <param name="query">The query. A value within another one that it finds is replaced with that.</param>
    /// <param name="value">The value, of any other document.</param>
    /// <returns>The number of values that were replaced.</returns>
    /// <exception cref="BlittableException">
    /// The value is a default one, damaged, or nested deeper at its place than <see cref="BlittableOptions.MaxDepth"/>; or as <see cref="BlittableJsonPath.Evaluate"/>.
    /// </exception>
    public int SetAll(BlittableJsonPath query, BlittableValue value)
    {
        ArgumentNullException.ThrowIfNull(query);
        value.RequireDefined();
        using var use = _use.Enter();
        var places = Outermost(query);
        if (places.Count == 0)
        {
            return 0;
        }

        var edit = Begin(value);
        edit.HasCopies = places.Count > 1;
        foreach (var way in places)
        {
            var given = EditedChild.Of(EditSource.Given, value);
            if (way.Length == 0)
            {
                edit.Root = given;
            }
            else
            {
                Open(ref edit, way)[way[^1]] = given;
            }
        }

        End(ref edit, value);
        return places.Count;
    }

    /// <summary>Puts a value in the place of every value that a query finds.</summary>
    /// <param name="query">The query. A value within another one that it finds is replaced with that.</param>
    /// <param name="utf8Json">The value's JSON text.</param>
    /// <returns>The number of values that were replaced.</returns>
    /// <exception cref="BlittableException">The text is not JSON; or as <see cref="SetAll(BlittableJsonPath, BlittableValue)"/>.</exception>
    public int SetAll(BlittableJsonPath query, ReadOnlySpan<byte> utf8Json)
    {
        using var value = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        return SetAll(query, value.Root);
    }

    /// <summary>Removes every property and element that a query finds.</summary>
    /// <param name="query">The query.</param>
    /// <returns>The number of values that were removed; a value within another one counts as part of that.</returns>
    /// <exception cref="BlittableException">The query finds the root, which cannot be removed; or as <see cref="BlittableJsonPath.Evaluate"/>.</exception>
    public int RemoveAll(BlittableJsonPath query)
    {
        ArgumentNullException.ThrowIfNull(query);
        using var use = _use.Enter();
        var places = Outermost(query);
        if (places.Count == 0)
        {
            return 0;
        }

        var edit = Begin(default);
        foreach (var way in places)
        {
            if (way.Length == 0)
            {
                ThrowHelper.Throw(BlittableErrorCode.InvalidPath, $"The root cannot be removed, but {query} selects it.");
            }

            Open(ref edit, way).RemoveAt(way[^1]);
        }

        End(ref edit, default);
        return places.Count;
    }

    /// <summary>Finds the values that a query leads to and that are not within others: the places of children on the way to each, the last value first.</summary>
    private List<int[]> Outermost(BlittableJsonPath query)
    {
        var trail = query.EvaluateTrail(Root);
        var ways = new int[trail.Count][];
        for (var i = 0; i < ways.Length; i++)
        {
            ways[i] = trail[i];
        }

        Array.Sort(ways, (left, right) => left.AsSpan().SequenceCompareTo(right));
        var outermost = new List<int[]>(ways.Length);
        foreach (var way in ways)
        {
            if (outermost.Count == 0 || !way.AsSpan().StartsWith(outermost[^1]))
            {
                outermost.Add(way);
            }
        }

        outermost.Reverse();
        return outermost;
    }

    /// <summary>Opens the container of the value at the end of a way.</summary>
    private static EditedContainer Open(ref EditedDocument edit, int[] way)
    {
        var container = edit.OpenRoot()!;
        foreach (var place in way.AsSpan(0, way.Length - 1))
        {
            container = edit.OpenChild(container, place)!;
        }

        return container;
    }

    /// <summary>Adds a child that was not found.</summary>
    private static int Add(EditedContainer parent, PathStep step, EditedChild child, BlittablePath path)
    {
        if (!parent.IsArray && step.Name is { } name)
        {
            parent.Add(name.Utf8, child);
            return parent.Find(name.Utf8);
        }

        if (!parent.IsArray || step.Name is not null || step.Index != parent.Count)
        {
            ThrowHelper.Throw(BlittableErrorCode.NotFound, parent.IsArray
                ? $"Cannot create {path}: an array with {parent.Count} elements has no other place to add one than [{parent.Count}]."
                : $"Cannot create {path}: an object has no elements.");
        }

        parent.Insert(parent.Count, child);
        return parent.Count - 1;
    }

    private static void RequireContainer([System.Diagnostics.CodeAnalysis.NotNull] EditedContainer? container, BlittablePath path)
    {
        if (container is null)
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"Cannot create {path}: a value on the way is neither an object nor an array.");
        }
    }
}
