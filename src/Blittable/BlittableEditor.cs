using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Blittable.Editing;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;
using Blittable.Writing;

namespace Blittable;

/// <summary>Creates a document from another document by changing parts of it, without converting the rest again.</summary>
/// <remarks>
/// <para>The values of the original document are copied unchanged. A changed value and the containers around it are appended. Therefore, an edit costs time for
/// the new data, plus one copy of the bytes, and leaves the replaced values behind. <see cref="Compact"/> writes the document without them.</para>
/// <para>An edited container also gets a new array of slots, and new names if no other object has its names. Appending a thousand elements one by one therefore
/// writes a thousand arrays. To put many values into one container, build the whole container with a <see cref="BlittableBuilder"/> and set it.</para>
/// <para>The size of replaced values is bounded, even for many consecutive editors. When edits have increased the size of a document of more than 1,024 bytes
/// by half, the editor compacts the document if more than half of it is unused.</para>
/// <para>A path selects one value by names and indexes, without wildcards. Text converts to a path implicitly. Prepare paths that are used often. A failed edit
/// changes no value, but number arrays along its path may have been converted to individually stored numbers.</para>
/// <para>An editor is not thread-safe: a call that begins while another call is in progress throws an <see cref="InvalidOperationException"/>.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class BlittableEditor : IDisposable
{
    /// <summary>The maximum size of documents that are never compacted automatically.</summary>
    private const int SmallDocument = 1024;

    /// <summary>The growth factor after which a document is checked again.</summary>
    private const double GrowthStep = 1.5;

    /// <summary>The maximum size of a checked document relative to its compact form.</summary>
    private const int MaxExcess = 2;

    private readonly BlittableOptions _options;
    private readonly BlittableDictionary? _dictionary;
    private readonly ValueWriter _writer;
    private readonly ExclusiveUse _use = new(nameof(BlittableEditor));

    /// <summary>The end of the values before the current edit, and the bytes after it. Used to restore the document if the edit fails.</summary>
    private (int ValuesEnd, byte[] Trailer) _before;

    /// <summary>The expansion limit of the original document, or <see langword="null"/> for the default limit.</summary>
    private readonly long? _maxExpandedBytes;

    /// <summary>The combined limit, if the document contains copies, or a value that has a limit.</summary>
    private MixedLimit? _mixed;

    /// <summary>The <see cref="SizeClass"/> of the document when it was last checked.</summary>
    private int _sizeClass;

    /// <summary>Creates an editor for a document.</summary>
    /// <param name="document">The original document.</param>
    /// <param name="options"> Specifies how new values are stored. If <see langword="null"/>, they are stored in the mode of the document. If the options
    /// contain no dictionary, the result has the dictionary of the document. If they contain a dictionary that cannot read the document, the document is first
    /// copied for it.</param>
    /// <exception cref="BlittableException">The document is damaged, or must be copied and is too large when expanded.</exception>
    public BlittableEditor(BlittableDocument document, BlittableOptions? options = null)
        : this(document, options, Array.MaxLength)
    {
    }

    /// <summary>Creates an editor for the bytes of a document. The values are copied once, into the editor.</summary>
    /// <param name="document">The original document, without further bytes. It is not needed after this call.</param>
    /// <param name="options"> Specifies how new values are stored. If <see langword="null"/>, they are stored in the mode of the document. If the document has
    /// a dictionary, the options must contain it.
    /// </param>
    /// <exception cref="BlittableException">The document is damaged, or needs a dictionary that the options do not contain.</exception>
    public BlittableEditor(ReadOnlySpan<byte> document, BlittableOptions? options = null)
        : this(document, options?.Dictionary, options, maxExpandedBytes: null, Array.MaxLength)
    {
    }

    /// <summary>Creates an editor for a value: the root of a document, or a part of it, which becomes a document.</summary>
    /// <param name="value">The value. Its document is not needed after this call.</param>
    /// <param name="options"> Specifies how new values are stored. If <see langword="null"/>, they are stored in the mode of the document. If the options
    /// contain no dictionary, the result has the dictionary of the document. If they contain a dictionary that cannot read the document, the document is first
    /// copied for it.</param>
    /// <exception cref="BlittableException">The document is damaged, or must be copied and is too large when expanded.</exception>
    public BlittableEditor(BlittableValue value, BlittableOptions? options = null)
        : this(value, options, Array.MaxLength)
    {
    }

    /// <summary>Creates an editor with a smaller maximum document size. For tests.</summary>
    internal BlittableEditor(BlittableDocument document, BlittableOptions? options, int maxCapacity)
        : this(document is null ? throw new ArgumentNullException(nameof(document)) : document.Root, options, maxCapacity)
    {
    }

    private BlittableEditor(BlittableValue value, BlittableOptions? options, int maxCapacity)
        : this(
            BytesOf(value, options?.Dictionary ?? value.Dictionary?.Owner as BlittableDictionary, out var maxExpandedBytes),
            options?.Dictionary ?? value.Dictionary?.Owner as BlittableDictionary,
            options,
            maxExpandedBytes,
            maxCapacity)
    {
    }

    private BlittableEditor(
        ReadOnlySpan<byte> document, BlittableDictionary? dictionary, BlittableOptions? options, long? maxExpandedBytes, int maxCapacity)
    {
        _maxExpandedBytes = maxExpandedBytes;
        _dictionary = dictionary;
        var root = BlittableValue.Open(document, dictionary);
        options ??= DocumentMode.Of(root) == BlittableMode.Disk ? BlittableOptions.Balanced : BlittableOptions.Default;
        _options = options with { Dictionary = dictionary, ShareValues = false };
        _writer = new ValueWriter(_options) { MaxCapacity = maxCapacity };
        _writer.BeginEditing(document);
        _sizeClass = SizeClass(_writer.Length);
    }

    /// <summary>Creates an editor for the bytes of a document that may have a dictionary. New values are stored in the mode of the document.</summary>
    /// <param name="document">The original document, without further bytes. It is not needed after this call.</param>
    /// <param name="dictionary">The dictionary that the document was written with, if any.</param>
    /// <exception cref="BlittableException">The document is damaged, or the required dictionary is missing.</exception>
    public static BlittableEditor Open(ReadOnlySpan<byte> document, BlittableDictionary? dictionary = null)
    {
        var root = BlittableValue.Open(document, dictionary);
        return new BlittableEditor(document, BlittableOptions.Default with { Mode = DocumentMode.Of(root), Dictionary = dictionary });
    }

    private BlittableValue Root => BlittableValue.Open(_writer.Finished.Span, _dictionary).WithLimit(MaxExpandedBytes(_writer.Length));

    /// <summary>Sets the value at a path. If it does not exist, a property is added at the end of its object.</summary>
    /// <param name="path">The path.</param>
    /// <param name="utf8Json">The JSON text of the value.</param>
    /// <exception cref="BlittableException">
    /// The text is not valid JSON, the container of the value does not exist, or the value is nested too deeply.
    /// </exception>
    public void Set(BlittablePath path, ReadOnlySpan<byte> utf8Json)
    {
        using var value = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        Set(path, value.Root);
    }

    /// <summary>Sets the value at a path to a copy of a value. If it does not exist, a property is added at the end of its object.</summary>
    /// <param name="path">The path.</param>
    /// <param name="value">A value of any other document.</param>
    /// <exception cref="BlittableException">
    /// The container of the value does not exist, or the value is uninitialized, damaged, or nested too deeply at its position
    /// (<see cref="BlittableOptions.MaxDepth"/>).
    /// </exception>
    public void Set(BlittablePath path, BlittableValue value)
    {
        value.RequireDefined();
        using var use = _use.Enter();
        Put(path, value);
    }

    /// <summary>Adds a value at the end of the array at a path.</summary>
    /// <param name="path">The path of the array.</param>
    /// <param name="utf8Json">The JSON text of the value.</param>
    /// <exception cref="BlittableException">The text is not valid JSON, there is no array at the path, or the value is nested too deeply.</exception>
    public void Append(BlittablePath path, ReadOnlySpan<byte> utf8Json)
    {
        using var value = BlittableDocument.Parse(utf8Json, _options with { Dictionary = null });
        Append(path, value.Root);
    }

    /// <summary>Adds a copy of a value at the end of the array at a path.</summary>
    /// <param name="path">The path of the array.</param>
    /// <param name="value">A value of any other document.</param>
    /// <exception cref="BlittableException">
    /// There is no array at the path, or the value is uninitialized, damaged, or nested too deeply at its position (<see cref="BlittableOptions.MaxDepth"/>).
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

    /// <summary>Removes the property or element at a path.</summary>
    /// <remarks>If an object has duplicate names, the last property with the name is removed, and the previous one becomes accessible. A merge patch removes
    /// all of them.</remarks>
    /// <exception cref="BlittableException">There is no property or element at the path.</exception>
    public void Remove(BlittablePath path)
    {
        using var use = _use.Enter();
        var edit = Begin(default);
        OpenParent(ref edit, Steps(path), path.ToString(), out var place).RemoveAt(place);
        End(ref edit, default);
    }

    /// <summary>Renames the property at a path. Its position in the object does not change.</summary>
    /// <exception cref="BlittableException">There is no property at the path.</exception>
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

        parent.Rename(place, Utf8Text.Encode(name));
        End(ref edit, default);
    }

    /// <summary>Returns a document with all changes so far. It can still contain replaced values; <see cref="Compact"/> removes them.</summary>
    public BlittableDocument ToDocument()
    {
        using var use = _use.Enter();
        return BlittableDocument.OpenLimited(_writer.Finished.ToArray(), _dictionary, MaxExpandedBytes(_writer.Length));
    }

    /// <summary>Writes the document that <see cref="ToDocument"/> would return.</summary>
    /// <param name="output">The output. It receives the document in a single write.</param>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> is null.</exception>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public void WriteTo(IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        output.Write(_writer.Finished.Span);
    }

    /// <summary>Returns a document with all changes so far and without replaced values. It has the dictionary of the editor.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public BlittableDocument Compact()
    {
        using var use = _use.Enter();
        var root = Root;
        return BlittableDocument.OpenLimited(WriteCompact(sharesValues: true), _dictionary, ExpansionLimit.Of(root.Document.Length, root.Dictionary));
    }

    /// <summary>Releases the buffers.</summary>
    /// <exception cref="InvalidOperationException">Another call is using the editor.</exception>
    public void Dispose()
    {
        if (_use.TryDispose())
        {
            _writer.Trim(0);
            _builder?.Dispose();
        }
    }

    private static ReadOnlySpan<byte> BytesOf(BlittableValue value, BlittableDictionary? dictionary, out long? maxExpandedBytes)
    {
        value.RequireDefined();
        var bytes = DocumentCopy.BytesOf(value, dictionary, out var isCopy);
        maxExpandedBytes = isCopy ? ExpansionLimit.Of(value.Document.Length, value.Dictionary) : value.MaxExpandedBytes;
        return bytes;
    }

    /// <summary>Returns the expansion limit of the document at the specified length, or <see langword="null"/> for the default limit.</summary>
    private long? MaxExpandedBytes(int length) => _mixed?.Of(length, _dictionary is not null) ?? _maxExpandedBytes;

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

    /// <summary>Sets the value at a path. The caller has entered the editor.</summary>
    private void Put(BlittablePath path, BlittableValue value)
    {
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

    /// <summary>Sets a value below the root.</summary>
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

    /// <summary>Returns the number of growth steps from a small document to a document of the specified length. Independent of the editor, so a document that
    /// is changed by many consecutive editors is checked as often as if one editor had changed it.</summary>
    private static int SizeClass(int length) => length <= SmallDocument ? 0 : 1 + (int)(Math.Log((double)length / SmallDocument) / Math.Log(GrowthStep));

    /// <summary>Compacts the document if it has grown by a step and more than half of it consists of replaced values.</summary>
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
            // A document that stores equal values once could be so small that its text exceeds the limit for its size.
            var compact = WriteCompact(sharesValues: true);
            if (!CanBeRead(compact))
            {
                compact = WriteCompact(sharesValues: false);
            }

            if (_writer.Length > (long)MaxExcess * compact.Length && CanBeRead(compact))
            {
                _writer.BeginEditing(compact);
                _sizeClass = SizeClass(_writer.Length);
            }
        }
        catch (BlittableException)
        {
            // The edits themselves have succeeded. A document with damage elsewhere, or with limits that forbid a copy, keeps its size.
        }
    }

    /// <summary>Determines whether the text of a document of this editor is within the limit for the size of the document.</summary>
    private bool CanBeRead(byte[] document)
    {
        var value = BlittableValue.Open(document, _dictionary).WithLimit(MaxExpandedBytes(document.Length));
        return Trailer.Read(document).MaxValues <= ExpansionLimit.Of(document.Length, value.Dictionary);
    }

    private byte[] WriteCompact(bool sharesValues) => DocumentCopy.Of(Root, _options with { ShareValues = sharesValues });

    // Text for debuggers.

    /// <summary>Gets the beginning of the edited document's JSON text.</summary>
    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    private string DebuggerText
    {
        get
        {
            try
            {
                return _use.Obstacle ?? DebugText.Of(Root);
            }
            catch (BlittableException fault)
            {
                return $"damaged: {fault.Message}";
            }
        }
    }
}
