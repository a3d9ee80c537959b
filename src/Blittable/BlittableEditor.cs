using System.Diagnostics.CodeAnalysis;
using Blittable.Building;
using Blittable.Format;
using Blittable.Json;
using Blittable.Reading;

namespace Blittable;

/// <summary>Makes a new document from an old one by changing parts of it, without converting the rest again.</summary>
/// <remarks>
/// <para>The values of the old document are copied as they are; a changed value and the containers around it are appended. So an edit costs what
/// is new, plus one copy of bytes, and leaves behind the values that it replaced: <see cref="Compact"/> writes the document without them.</para>
/// <para>The slots of the container that is edited are new as well, and so are its names if no other object has them: a thousand elements that are
/// appended one by one make a thousand arrays. Where many values go into one container, set it as a whole, from a <see cref="BlittableBuilder"/>.</para>
/// <para>Paths lead to one place: names and indexes, no wildcards. An edit that fails changes no value; packed numbers on its way may by then be stored
/// one by one.</para>
/// <para>An editor is not thread-safe: a call that begins before another one has returned throws an <see cref="InvalidOperationException"/>.</para>
/// </remarks>
public sealed class BlittableEditor : IDisposable
{
    private readonly BlittableOptions _options;
    private readonly BlittableDictionary? _dictionary;
    private readonly WriterKernel _writer;
    private readonly ExclusiveUse _use = new(nameof(BlittableEditor));

    /// <summary>Where the values of the document end, and what is behind them: an edit that fails puts it back.</summary>
    private (int ValuesEnd, byte[] Trailer) _before;

    /// <summary>An editor that has changed nothing yet.</summary>
    /// <param name="document">The document to start from.</param>
    /// <param name="options">How new values are stored; memory mode if null. Its dictionary must be that of the document, if that has one.</param>
    /// <exception cref="BlittableException">The document is damaged, or needs a dictionary that the options do not have.</exception>
    public BlittableEditor(BlittableDocument document, BlittableOptions? options = null)
        : this(document, options, Array.MaxLength)
    {
    }

    /// <summary>An editor of documents that may not be longer than tests want them.</summary>
    internal BlittableEditor(BlittableDocument document, BlittableOptions? options, int maxCapacity)
    {
        ArgumentNullException.ThrowIfNull(document);
        _dictionary = options?.Dictionary;
        _ = BlittableValue.Open(document.Bytes.Span, _dictionary);
        _options = (options ?? BlittableOptions.Default) with { ShareValues = false };
        _writer = new WriterKernel(_options) { MaxCapacity = maxCapacity };
        _writer.BeginEditing(document.Bytes.Span);
    }

    private BlittableValue Root => BlittableValue.Open(_writer.Finished.Span, _dictionary);

    /// <summary>Puts a value where the path leads: in the place of what is there, or as a new last property of an object.</summary>
    /// <param name="path">The place.</param>
    /// <param name="utf8Json">The value's JSON text.</param>
    /// <exception cref="BlittableException">
    /// The text is not JSON, or the container that the path leads into is not there, or the value is nested too deep.
    /// </exception>
    public void Set(string path, ReadOnlySpan<byte> utf8Json)
    {
        using var value = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        Set(path, value.Root);
    }

    /// <summary>Puts a copy of a value where the path leads: in the place of what is there, or as a new last property of an object.</summary>
    /// <param name="path">The place.</param>
    /// <param name="value">The value, of any other document.</param>
    /// <exception cref="BlittableException">
    /// The container that the path leads into is not there, or the value is a default one, damaged, or nested deeper at its place than
    /// <see cref="BlittableOptions.MaxDepth"/>.
    /// </exception>
    public void Set(string path, BlittableValue value)
    {
        using var use = _use.Enter();
        var steps = Steps(path);
        if (steps.IsEmpty)
        {
            Finish(Append(value, above: 0));
            return;
        }

        var levels = Open(steps[..^1], path);
        var parent = levels[^1];
        parent.Child = steps[^1].Find(Root.WithAddress(parent.Address));
        if (parent.Child < 0)
        {
            if (parent.Names is null || steps[^1].Name is null)
            {
                NotFound(path);
            }

            parent.Child = parent.Children.Count;
            parent.Children.Add(0);
            parent.Names.Add(steps[^1].Name!.Utf8.ToArray());
        }

        parent.Children[parent.Child] = Append(value, levels.Count);
        Close(levels);
    }

    /// <summary>Adds a value behind the last element of the array that the path leads to.</summary>
    /// <param name="path">The array.</param>
    /// <param name="utf8Json">The value's JSON text.</param>
    /// <exception cref="BlittableException">The text is not JSON, or the path leads to no array, or the value is nested too deep.</exception>
    public void Append(string path, ReadOnlySpan<byte> utf8Json)
    {
        using var value = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        Append(path, value.Root);
    }

    /// <summary>Adds a copy of a value behind the last element of the array that the path leads to.</summary>
    /// <param name="path">The array.</param>
    /// <param name="value">The value, of any other document.</param>
    /// <exception cref="BlittableException">
    /// The path leads to no array, or the value is a default one, damaged, or nested deeper at its place than <see cref="BlittableOptions.MaxDepth"/>.
    /// </exception>
    public void Append(string path, BlittableValue value)
    {
        using var use = _use.Enter();
        var levels = Open(Steps(path), path);
        if (levels[^1].Names is not null)
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"Expected an array at {path}, found an object.");
        }

        levels[^1].Children.Add(Append(value, levels.Count));
        Close(levels);
    }

    /// <summary>Removes the property or element that the path leads to.</summary>
    /// <exception cref="BlittableException">The path leads to none.</exception>
    public void Remove(string path)
    {
        using var use = _use.Enter();
        var levels = OpenParent(path);
        levels[^1].Children.RemoveAt(levels[^1].Child);
        levels[^1].Names?.RemoveAt(levels[^1].Child);
        Resume();
        Close(levels);
    }

    /// <summary>Renames the property that the path leads to; it stays in its place.</summary>
    /// <exception cref="BlittableException">The path leads to no property.</exception>
    public void Rename(string path, string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        using var use = _use.Enter();
        var levels = OpenParent(path);
        if (levels[^1].Names is not { } names)
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"Expected a property at {path}, found an element of an array.");
            return;
        }

        names[levels[^1].Child] = Utf16.ToUtf8(name);
        Resume();
        Close(levels);
    }

    /// <summary>The document with all changes so far, and with the values that they replaced still in it.</summary>
    public BlittableDocument ToDocument()
    {
        using var use = _use.Enter();
        return BlittableDocument.Open(_writer.Finished.ToArray(), _dictionary);
    }

    /// <summary>The document with all changes so far and nothing else.</summary>
    public BlittableDocument Compact()
    {
        using var use = _use.Enter();
        return Root.Clone();
    }

    /// <summary>Lets go of the buffers.</summary>
    /// <exception cref="InvalidOperationException">Another call is using the editor.</exception>
    public void Dispose()
    {
        if (_use.TryDispose())
        {
            _writer.Trim(0);
        }
    }

    private static ReadOnlySpan<PathStep> Steps(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        var parsed = BlittablePath.Parse(path);
        if (parsed.HasWildcard)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, $"Expected a path to one place, found a wildcard in {path}.");
        }

        return parsed.Steps;
    }

    [DoesNotReturn]
    private static void NotFound(string path) => ThrowHelper.Throw(BlittableErrorCode.NotFound, $"Expected a value at {path}, found none.");

    private List<EditedContainer> OpenParent(string path)
    {
        var steps = Steps(path);
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

    /// <summary>Takes the trailer away and writes a copy of a value behind the others. If that fails, the document is as it was.</summary>
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
