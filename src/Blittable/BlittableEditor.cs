using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Blittable.Editing;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;
using Blittable.Writing;

namespace Blittable;

/// <summary>Makes a new document from an old one by changing parts of it, without converting the rest again.</summary>
/// <remarks>
/// <para>The values of the old document are copied as they are; a changed value and the containers around it are appended. So an edit costs what
/// is new, plus one copy of bytes, and leaves behind the values that it replaced: <see cref="Compact"/> writes the document without them.</para>
/// <para>The slots of the container that is edited are new as well, and so are its names if no other object has them: a thousand elements that are
/// appended one by one make a thousand arrays. Where many values go into one container, set it as a whole, from a <see cref="BlittableBuilder"/>.</para>
/// <para>What edits leave behind is bounded over any number of editors one after the other: where edits have made a document of more than 1,024 bytes
/// half as long again, <see cref="ToDocument"/> and <see cref="WriteTo"/> compact it if more than half of it has no use any more.</para>
/// <para>Paths lead to one place: names and indexes, no wildcards. A text becomes a path by itself; a path that is used often is better prepared once. An edit that fails changes no value; packed numbers on its way may by then be stored
/// one by one.</para>
/// <para>An editor is not thread-safe: a call that begins before another one has returned throws an <see cref="InvalidOperationException"/>.</para>
/// </remarks>
public sealed partial class BlittableEditor : IDisposable
{
    /// <summary>Bytes up to which a document is never compacted by itself.</summary>
    private const int SmallDocument = 1024;

    /// <summary>The growth after which a document is looked at again.</summary>
    private const double GrowthStep = 1.5;

    /// <summary>How many times the bytes of its compact form a document may have when it is looked at.</summary>
    private const int MaxExcess = 2;

    private readonly BlittableOptions _options;
    private readonly BlittableDictionary? _dictionary;
    private readonly ValueWriter _writer;
    private readonly ExclusiveUse _use = new(nameof(BlittableEditor));

    /// <summary>Where the values of the document end, and what is after them: an edit that fails puts it back.</summary>
    private (int ValuesEnd, byte[] Trailer) _before;

    /// <summary>The limit of the document: that of the document that was started from, or of a value that was put into it; null for the default.</summary>
    private long? _maxExpandedBytes;

    /// <summary>The <see cref="SizeClass"/> of the document when it was looked at last.</summary>
    private int _sizeClass;

    /// <summary>Starts from a document.</summary>
    /// <param name="document">The document to start from.</param>
    /// <param name="options">
    /// How new values are stored; if null, in the mode of the document. Its dictionary must be that of the document, if that has one.
    /// </param>
    /// <exception cref="BlittableException">The document is damaged, or needs a dictionary that the options do not have.</exception>
    public BlittableEditor(BlittableDocument document, BlittableOptions? options = null)
        : this(document, options, Array.MaxLength)
    {
    }

    /// <summary>Starts from the bytes of a document, wherever they lie: its values are copied into the editor, once.</summary>
    /// <param name="document">The whole document and nothing else. It is not needed any more after this.</param>
    /// <param name="options">
    /// How new values are stored; if null, in the mode of the document. Its dictionary must be that of the document, if that has one.
    /// </param>
    /// <exception cref="BlittableException">The document is damaged, or needs a dictionary that the options do not have.</exception>
    public BlittableEditor(ReadOnlySpan<byte> document, BlittableOptions? options = null)
        : this(document, options, maxExpandedBytes: null, Array.MaxLength)
    {
    }

    /// <summary>Starts from a value: the root of a document, or a part, which becomes a document.</summary>
    /// <param name="value">The value. Its document is not needed any more after this.</param>
    /// <param name="options">
    /// How new values are stored; if null, in the mode of the document. Its dictionary must be that of the document, if that has one.
    /// </param>
    /// <exception cref="BlittableException">The document is damaged, or needs a dictionary that the options do not have.</exception>
    public BlittableEditor(BlittableValue value, BlittableOptions? options = null)
        : this(BytesOf(value), options, value.MaxExpandedBytes, Array.MaxLength)
    {
    }

    /// <summary>Makes an editor of documents that may not be longer than tests want them.</summary>
    internal BlittableEditor(BlittableDocument document, BlittableOptions? options, int maxCapacity)
        : this(
            document is null ? throw new ArgumentNullException(nameof(document)) : document.Bytes.Span, options, document.Root.MaxExpandedBytes, maxCapacity)
    {
    }

    private BlittableEditor(ReadOnlySpan<byte> document, BlittableOptions? options, long? maxExpandedBytes, int maxCapacity)
    {
        _maxExpandedBytes = maxExpandedBytes;
        _dictionary = options?.Dictionary;
        var root = BlittableValue.Open(document, _dictionary);
        options ??= DocumentMode.Of(root) == BlittableMode.Disk ? BlittableOptions.Balanced : BlittableOptions.Default;
        _options = options with { ShareValues = false };
        _writer = new ValueWriter(_options) { MaxCapacity = maxCapacity };
        _writer.BeginEditing(document);
        _sizeClass = SizeClass(_writer.Length);
    }

    /// <summary>Starts from the bytes of a document that may have a dictionary, and stores new values in the mode of the document.</summary>
    /// <param name="document">The whole document and nothing else. It is not needed any more after this.</param>
    /// <param name="dictionary">The dictionary that the document was written with, if it was written with one.</param>
    /// <exception cref="BlittableException">The document is damaged, or needs a dictionary that was not given.</exception>
    public static BlittableEditor Open(ReadOnlySpan<byte> document, BlittableDictionary? dictionary = null)
    {
        var root = BlittableValue.Open(document, dictionary);
        return new BlittableEditor(document, BlittableOptions.Default with { Mode = DocumentMode.Of(root), Dictionary = dictionary });
    }

    private BlittableValue Root => BlittableValue.Open(_writer.Finished.Span, _dictionary).WithLimit(_maxExpandedBytes);

    /// <summary>Puts a value where the path leads: in the place of what is there, or as a new last property of an object.</summary>
    /// <param name="path">The place.</param>
    /// <param name="utf8Json">The value's JSON text.</param>
    /// <exception cref="BlittableException">
    /// The text is not JSON, or the container that the path leads into is not there, or the value is nested too deep.
    /// </exception>
    public void Set(BlittablePath path, ReadOnlySpan<byte> utf8Json)
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
    public void Set(BlittablePath path, BlittableValue value)
    {
        value.RequireDefined();
        using var use = _use.Enter();
        var edit = Begin(value);
        var steps = Steps(path);
        if (steps.IsEmpty)
        {
            edit.Root = EditedChild.Of(EditSource.Given, value);
        }
        else
        {
            Put(ref edit, steps, path.ToString(), EditedChild.Of(EditSource.Given, value));
        }

        End(ref edit, value);
    }

    /// <summary>Adds a value after the last element of the array that the path leads to.</summary>
    /// <param name="path">The array.</param>
    /// <param name="utf8Json">The value's JSON text.</param>
    /// <exception cref="BlittableException">The text is not JSON, or the path leads to no array, or the value is nested too deep.</exception>
    public void Append(BlittablePath path, ReadOnlySpan<byte> utf8Json)
    {
        using var value = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        Append(path, value.Root);
    }

    /// <summary>Adds a copy of a value after the last element of the array that the path leads to.</summary>
    /// <param name="path">The array.</param>
    /// <param name="value">The value, of any other document.</param>
    /// <exception cref="BlittableException">
    /// The path leads to no array, or the value is a default one, damaged, or nested deeper at its place than <see cref="BlittableOptions.MaxDepth"/>.
    /// </exception>
    public void Append(BlittablePath path, BlittableValue value)
    {
        value.RequireDefined();
        using var use = _use.Enter();
        var edit = Begin(value);
        var container = Open(ref edit, Steps(path), path.ToString());
        if (!container.IsArray)
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"The value at {path} is an object, not an array.");
        }

        container.Insert(container.Count, EditedChild.Of(EditSource.Given, value));
        End(ref edit, value);
    }

    /// <summary>Removes the property or element that the path leads to.</summary>
    /// <exception cref="BlittableException">The path leads to none.</exception>
    public void Remove(BlittablePath path)
    {
        using var use = _use.Enter();
        var edit = Begin(default);
        OpenParent(ref edit, Steps(path), path.ToString(), out var place).RemoveAt(place);
        End(ref edit, default);
    }

    /// <summary>Renames the property that the path leads to; it stays in its place.</summary>
    /// <exception cref="BlittableException">The path leads to no property.</exception>
    public void Rename(BlittablePath path, string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        using var use = _use.Enter();
        var edit = Begin(default);
        var parent = OpenParent(ref edit, Steps(path), path.ToString(), out var place);
        if (parent.IsArray)
        {
            ThrowHelper.Throw(BlittableErrorCode.WrongKind, $"The value at {path} is an element of an array, not a property.");
        }

        parent.Rename(place, Utf16.ToUtf8(name));
        End(ref edit, default);
    }

    /// <summary>Makes a document with all changes so far, and with values that they replaced still in it, unless these are more than half of what has grown.</summary>
    public BlittableDocument ToDocument()
    {
        using var use = _use.Enter();
        CompactIfDue();
        return BlittableDocument.OpenLimited(_writer.Finished.ToArray(), _dictionary, _maxExpandedBytes);
    }

    /// <summary>Writes the document that <see cref="ToDocument"/> would make.</summary>
    /// <param name="output">Takes the document, all at once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> is null.</exception>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public void WriteTo(IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        CompactIfDue();
        output.Write(_writer.Finished.Span);
    }

    /// <summary>Makes a document with all changes so far and nothing else. It has the dictionary that the editor was given.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public BlittableDocument Compact()
    {
        using var use = _use.Enter();
        return BlittableDocument.OpenLimited(WriteCompact(), _dictionary, _maxExpandedBytes);
    }

    /// <summary>Lets go of the buffers.</summary>
    /// <exception cref="InvalidOperationException">Another call is using the editor.</exception>
    public void Dispose()
    {
        if (_use.TryDispose())
        {
            _writer.Trim(0);
            _builder?.Dispose();
        }
    }

    private static byte[] BytesOf(BlittableValue value)
    {
        value.RequireDefined();
        if (value.Address == Trailer.ReadRoot(value.Document, out _, out _))
        {
            return value.Document.ToArray();
        }

        using var part = value.Clone();
        return part.Bytes.ToArray();
    }

    private static ReadOnlySpan<PathStep> Steps(BlittablePath path)
    {
        ArgumentNullException.ThrowIfNull(path);
        if (path.HasWildcard)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, $"The path {path} has a wildcard; use a path to one value.");
        }

        return path.Steps;
    }

    [DoesNotReturn]
    private static void NotFound(string path) => ThrowHelper.Throw(BlittableErrorCode.NotFound, $"The document has no value at {path}.");

    /// <summary>Puts a value at a place below the root.</summary>
    private static void Put(ref EditedDocument edit, ReadOnlySpan<PathStep> steps, string path, EditedChild value)
    {
        var parent = Open(ref edit, steps[..^1], path);
        var last = steps[^1];
        var place = Find(parent, last);
        if (place >= 0)
        {
            parent[place] = value;
        }
        else if (!parent.IsArray && last.Name is { } name)
        {
            parent.Add(name.Utf8, value);
        }
        else
        {
            NotFound(path);
        }
    }

    /// <summary>Counts the steps of growth from a small document to one of so many bytes. It does not depend on the editor, so that a document which
    /// many editors change after each other is looked at as often as if one had changed it.</summary>
    private static int SizeClass(int length) => length <= SmallDocument ? 0 : 1 + (int)(Math.Log((double)length / SmallDocument) / Math.Log(GrowthStep));

    /// <summary>Writes the document again without the values that edits left behind, if it has grown by a step and they are more than half of it.</summary>
    private void CompactIfDue()
    {
        var sizeClass = SizeClass(_writer.Length);
        if (sizeClass <= _sizeClass)
        {
            return;
        }

        _sizeClass = sizeClass;
        try
        {
            var compact = WriteCompact();
            if (_writer.Length > (long)MaxExcess * compact.Length)
            {
                _writer.BeginEditing(compact);
                _sizeClass = SizeClass(_writer.Length);
            }
        }
        catch (BlittableException)
        {
            // The edits were made all the same. A document with damage elsewhere, or with limits that forbid a copy, stays as long as it is.
        }
    }

    private byte[] WriteCompact()
    {
        var writer = new ValueWriter(_options with { MaxDepth = int.MaxValue, ShareValues = true });
        writer.BeginBuilding();
        ValueCopier.Copy(Root, writer, keepForms: true);
        return writer.FinishBuilding().ToArray();
    }
}
