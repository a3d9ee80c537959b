using Blittable.Editing;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;
using Blittable.Validation;

namespace Blittable;

/// <content>Edits of all values selected by a query, and paths whose missing containers are created.</content>
public sealed partial class BlittableEditor
{
    /// <summary>Sets the value at a path, and optionally creates missing containers along the path.</summary>
    /// <param name="path">The path.</param>
    /// <param name="utf8Json">The JSON text of the value.</param>
    /// <param name="createParents"> <see langword="true"/> to create missing containers: an object for a name, an array for an index. For example, setting
    /// <c>$.a.b[0]</c> in <c>{}</c> creates <c>{"a":{"b":[…]}}</c>. The index after the last element appends an element. Existing values of another kind along
    /// the path, including null, are never replaced.
    /// </param>
    /// <exception cref="BlittableException">
    /// The text is not valid JSON, the container of the value does not exist and is not created, or the value is nested too deeply.
    /// </exception>
    public void Set(BlittablePath path, ReadOnlySpan<byte> utf8Json, bool createParents)
    {
        using var value = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        Set(path, value.Root, createParents);
    }

    /// <summary>Sets the value at a path to a copy of a value, and optionally creates missing containers along the path.</summary>
    /// <param name="path">The path.</param>
    /// <param name="value">A value of any other document.</param>
    /// <param name="createParents"><inheritdoc cref="Set(BlittablePath, ReadOnlySpan{byte}, bool)" path="/param[@name='createParents']"/></param>
    /// <exception cref="BlittableException">
    /// The container of the value does not exist and is not created, or the value is uninitialized, damaged, or nested too deeply at its position
    /// (<see cref="BlittableOptions.MaxDepth"/>).
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

    /// <summary>Replaces every value that a query selects with a copy of a value.</summary>
    /// <param name="query">The query. If it selects a value and also values inside it, only the outer value is replaced.</param>
    /// <param name="value">A value of any other document.</param>
    /// <returns>The number of values that were replaced.</returns>
    /// <exception cref="BlittableException">
    /// The value is uninitialized, damaged, or nested too deeply at its position (<see cref="BlittableOptions.MaxDepth"/>), or the query cannot be evaluated
    /// (see <see cref="BlittableJsonPath.Evaluate"/>).
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

    /// <summary>Replaces every value that a query selects with a value.</summary>
    /// <param name="query">The query. If it selects a value and also values inside it, only the outer value is replaced.</param>
    /// <param name="utf8Json">The JSON text of the value.</param>
    /// <returns>The number of values that were replaced.</returns>
    /// <exception cref="BlittableException">The text is not valid JSON, or the values cannot be replaced (see
    /// <see cref="SetAll(BlittableJsonPath, BlittableValue)"/>).</exception>
    public int SetAll(BlittableJsonPath query, ReadOnlySpan<byte> utf8Json)
    {
        using var value = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        return SetAll(query, value.Root);
    }

    /// <summary>Removes every property and element that a query selects.</summary>
    /// <param name="query">The query.</param>
    /// <returns>The number of values that were removed. Values inside a removed value are not counted.</returns>
    /// <exception cref="BlittableException">The query selects the root, which cannot be removed, or cannot be evaluated (see
    /// <see cref="BlittableJsonPath.Evaluate"/>).</exception>
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

    /// <summary>Finds the selected values that are not inside other selected values. Returns the child indexes that lead to each value, in reverse document
    /// order.</summary>
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

    /// <summary>Opens the container of the value at the end of a list of child indexes.</summary>
    private static EditedContainer Open(ref EditedDocument edit, int[] way)
    {
        var container = edit.OpenRoot()!;
        foreach (var place in way.AsSpan(0, way.Length - 1))
        {
            container = edit.OpenChild(container, place)!;
        }

        return container;
    }

    /// <summary>Adds a missing child.</summary>
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
                ? $"Cannot create {path}: the next element of an array with {parent.Count} elements is [{parent.Count}]."
                : $"Cannot create {path}: an object does not have elements.");
        }

        parent.Insert(parent.Count, child);
        return parent.Count - 1;
    }

    private static void RequireContainer([System.Diagnostics.CodeAnalysis.NotNull] EditedContainer? container, BlittablePath path)
    {
        if (container is null)
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"Cannot create {path}: a value on the path is neither an object nor an array.");
        }
    }

    // The edit session. Containers change in memory, and changed values are written after the existing values of the document.

    /// <summary>Starts an edit with a single value from outside the document.</summary>
    private EditedDocument Begin(BlittableValue given) => new(Root, given, StepLimit.OfEdit(Root, given), _options.MaxDepth);

    /// <summary>Starts an edit that may move and copy values of the document. A copy of the document is read while the result is written.</summary>
    private EditedDocument BeginPatch(BlittableValue patch)
    {
        var own = BlittableValue.Open(_writer.Finished.ToArray(), _dictionary).WithLimit(MaxExpandedBytes(_writer.Length));
        return new(own, patch, StepLimit.OfWork(own, patch), _options.MaxDepth);
    }

    /// <summary>Opens the container at a path.</summary>
    private static EditedContainer Open(ref EditedDocument edit, ReadOnlySpan<PathStep> steps, string path)
    {
        var container = edit.OpenRoot();
        for (var i = 0; i < steps.Length && container is not null; i++)
        {
            var place = Find(container, steps[i]);
            if (place < 0)
            {
                // The part of the path that exists tells a missing container from a missing value.
                NotFound(BlittablePath.Of(steps[..(i + 1)]).ToString());
            }

            container = edit.OpenChild(container, place);
        }

        if (container is null)
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"The path {path} passes through a value that is neither an object nor an array.");
        }

        return container;
    }

    /// <summary>Opens the container of the value at a path.</summary>
    private static EditedContainer OpenParent(ref EditedDocument edit, ReadOnlySpan<PathStep> steps, string path, out int place)
    {
        if (steps.IsEmpty)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, "The path refers to the root; use a path to a property or an element.");
        }

        var container = Open(ref edit, steps[..^1], path);
        place = Find(container, steps[^1]);
        if (place < 0)
        {
            NotFound(path);
        }

        return container;
    }

    private static int Find(EditedContainer container, PathStep step)
    {
        if (step.Name is { } name)
        {
            return container.Find(name.Utf8);
        }

        var index = step.Index < 0 ? container.Count + step.Index : step.Index;
        return container.IsArray && (uint)index < (uint)container.Count ? index : -1;
    }

    /// <summary>Writes an edit. If writing fails, the document remains unchanged.</summary>
    /// <param name="edit">The edit.</param>
    /// <param name="given">The value that the edit was started with.</param>
    private void End(ref EditedDocument edit, BlittableValue given)
    {
        var wasShared = _writer.HasShared;
        var document = _writer.Finished.Span;
        var valuesEnd = Trailer.Read(document).ValuesEnd;
        _before = (valuesEnd, document[valuesEnd..].ToArray());
        _writer.ResumeEditing();
        try
        {
            var root = edit.Write(_writer, out var levels);
            if (_writer.HasShared && !wasShared)
            {
                // The document has had no limits so far. Its limits must also cover the values that the edit does not touch.
                var rest = DocumentValidator.Measure(BlittableValue.Open(Before(), _dictionary));
                _writer.NoteExpansion(rest.Text, (int)rest.Depth);
            }

            _writer.FinishEditing(root, levels);
        }
        catch
        {
            _writer.BeginEditing(Before());
            throw;
        }

        // A patch that copies values repeatedly expands beyond the text that the document was converted from.
        if (edit.HasCopies || (!given.Document.IsEmpty && given.MaxExpandedBytes != ExpansionLimit.None))
        {
            Limit(given, edit.HasCopies);
        }

        CompactIfDue();
    }

    private void Limit(BlittableValue given, bool hasCopies)
    {
        if (_mixed is not { } limit)
        {
            limit = MixedLimit.None;
            limit.Add(BlittableValue.Open(Before(), _dictionary).WithLimit(_maxExpandedBytes));
        }

        if (!given.Document.IsEmpty)
        {
            limit.Add(given);
        }

        if (hasCopies)
        {
            limit.AddCopies();
        }

        _mixed = limit;
    }

    /// <summary>Returns the bytes of the document from before the current edit.</summary>
    private byte[] Before() => [.. _writer.Finished.Span[.._before.ValuesEnd], .. _before.Trailer];
}
