using Blittable.Editing;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;
using Blittable.Validation;

namespace Blittable;

/// <content>The edit session. Containers change in memory, and changed values are written after the existing values of the document.</content>
public sealed partial class BlittableEditor
{
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
        foreach (var step in steps)
        {
            if (container is null)
            {
                break;
            }

            var place = Find(container, step);
            if (place < 0)
            {
                NotFound(path);
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

    /// <summary>Returns the document as it was before the current edit.</summary>
    private byte[] Before() => [.. _writer.Finished.Span[.._before.ValuesEnd], .. _before.Trailer];
}
