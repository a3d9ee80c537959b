using Blittable.Building;
using Blittable.Format;
using Blittable.Json;
using Blittable.Reading;

namespace Blittable;

/// <content>The containers on the way to an edit: they are read from the root down, and written again from the place of the edit up.</content>
public sealed partial class BlittableEditor
{
    private List<EditedContainer> OpenParent(ReadOnlySpan<PathStep> steps, string path)
    {
        if (steps.IsEmpty)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, "Expected a path to a property or an element, found that of the root.");
        }

        var levels = Open(steps[..^1], path);
        levels[^1].Child = steps[^1].Find(Root.WithAddress(levels[^1].Address));
        if (levels[^1].Child < 0)
        {
            NotFound(path);
        }

        return levels;
    }

    /// <summary>Reads the containers on the way to a container, that one included, root first.</summary>
    private List<EditedContainer> Open(ReadOnlySpan<PathStep> steps, string path)
    {
        var levels = new List<EditedContainer>(steps.Length + 1);
        var value = Root;
        foreach (var step in steps)
        {
            if (TryUnpack(value, levels))
            {
                return Open(steps, path);
            }

            var level = EditedContainer.Read(value, path);
            level.Child = step.Find(value);
            if (level.Child < 0)
            {
                NotFound(path);
            }

            levels.Add(level);
            value = value.WithAddress(level.Children[level.Child]);
        }

        if (TryUnpack(value, levels))
        {
            return Open(steps, path);
        }

        levels.Add(EditedContainer.Read(value, path));
        return levels;
    }

    /// <summary>Replaces packed numbers, whose elements have no addresses, by an array whose elements have.</summary>
    /// <returns>Whether it was done; then the path must be followed again.</returns>
    private bool TryUnpack(BlittableValue value, List<EditedContainer> levels)
    {
        if (!value.TryGetPackedNumbers(out _))
        {
            return false;
        }

        using var unpacked = value.Clone();
        Resume();
        try
        {
            ValueCopier.Unpack(unpacked.Root, _writer);
        }
        catch
        {
            _writer.BeginEditing(Before());
            throw;
        }

        var written = _writer.TakePending();
        if (levels.Count == 0)
        {
            Finish(written);
        }
        else
        {
            levels[^1].Children[levels[^1].Child] = written;
            Close(levels);
        }

        return true;
    }

    /// <summary>Takes the trailer away, so that values can be appended.</summary>
    private void Resume()
    {
        var document = _writer.Finished.Span;
        var valuesEnd = Trailer.Read(document).ValuesEnd;
        _before = (valuesEnd, document[valuesEnd..].ToArray());
        _writer.ResumeEditing();
    }

    /// <summary>The document before the edit that is under way.</summary>
    private byte[] Before() => [.. _writer.Finished.Span[.._before.ValuesEnd], .. _before.Trailer];

    /// <summary>Ends an edit by a root that no container is around. If that fails, the document is as it was.</summary>
    private void Finish(int root)
    {
        try
        {
            _writer.FinishEditing(root, above: 0);
        }
        catch
        {
            _writer.BeginEditing(Before());
            throw;
        }
    }

    /// <summary>Writes the containers again from the innermost out, each with the one below it in its new place. If that fails, the document is as it
    /// was.</summary>
    private void Close(List<EditedContainer> levels)
    {
        try
        {
            var written = 0;
            for (var i = levels.Count - 1; i >= 0; i--)
            {
                if (i < levels.Count - 1)
                {
                    levels[i].Children[levels[i].Child] = written;
                }

                written = _writer.Rewrite(levels[i].Names, levels[i].Children);
            }

            _writer.FinishEditing(written, levels.Count);
        }
        catch
        {
            _writer.BeginEditing(Before());
            throw;
        }
    }

    /// <summary>Takes the trailer away and writes a copy of a value after the others. If that fails, the document is as it was.</summary>
    /// <param name="value">The value.</param>
    /// <param name="above">How many containers will be around it.</param>
    /// <returns>The address of the copy.</returns>
    private int Append(BlittableValue value, int above)
    {
        value.RequireDefined();
        var wasShared = _writer.HasShared;
        Resume();
        try
        {
            if (above + ValueCopier.Copy(value, _writer) > _options.MaxDepth)
            {
                ThrowHelper.TooDeep(_options.MaxDepth);
            }
        }
        catch
        {
            _writer.BeginEditing(Before());
            throw;
        }

        if (_writer.HasShared && !wasShared)
        {
            // From now on the document has limits, which are those of the rest too.
            var rest = new DiscardingBuffer();
            var depth = JsonRenderer.Measure(BlittableValue.Open(Before(), _dictionary), rest);
            _writer.NoteExpansion(rest.Length, depth);
        }

        return _writer.TakePending();
    }
}
