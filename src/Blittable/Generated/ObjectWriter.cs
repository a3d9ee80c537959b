using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable.Generated;

/// <summary>Writes .NET objects into a document, value by value. For generated code.</summary>
/// <remarks>
/// <para>Calls must be in order: a property before its value, and as many ends as beginnings. This is not checked, because generated code guarantees it.</para>
/// <para>Instances are not thread-safe.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed unsafe partial class ObjectWriter : IThreadKept
{
    /// <summary>The maximum length of the text of a scalar, including the punctuation around it.</summary>
    private const int ScalarText = 48;

    /// <summary>The maximum length of the text of one byte of a string or name.</summary>
    private const int ByteText = 6;

    /// <summary>The size in bytes of the documents in which equal values are not worth looking up.</summary>
    private const int ShortObject = 512;

    private readonly ValueWriter _writer;
    private readonly bool _isCompact;
    private ShapePath?[] _paths = [];
    private int _unresolved;

    internal ObjectWriter(BlittableOptions options)
    {
        Options = options;
        _writer = new ValueWriter(options) { UnsharedStart = ShortObject, LearnsAcrossDocuments = options.LearnAcrossDocuments };
        _isCompact = _writer.IsCompact;
    }

    internal BlittableOptions Options { get; }

    internal void Begin() => _writer.BeginBuilding();

    internal ReadOnlySpan<byte> Finish() => _writer.FinishBuilding();

    int IThreadKept.Trims { get; } = CacheTrims.Count;

    /// <summary>Provides a writer for one call, reused if this thread recently used one with equal options.</summary>
    internal static ThreadKept<ObjectWriter> Rent(BlittableOptions? options)
    {
        options ??= BlittableOptions.Default;
        var taken = ThreadKept<ObjectWriter>.Take(out var kept);
        if (!Suits(kept))
        {
            taken.Exchange(ref kept);
        }

        return taken.With(Suits(kept) ? kept! : new ObjectWriter(options));

        bool Suits(ObjectWriter? writer) => writer is not null && (ReferenceEquals(writer.Options, options) || writer.Options.Equals(options));
    }

    void IThreadKept.Trim(int limit) => _writer.Trim(limit);

    /// <summary>Opens an object.</summary>
    /// <param name="shape">The names of its properties.</param>
    /// <param name="present">A bit for each of the first 64 properties that is set if the property will be written.</param>
    /// <exception cref="BlittableException">Containers are nested too deep, for example in an object that contains itself.</exception>
    public OpenObject BeginObject(ObjectShape shape, ulong present)
    {
        ArgumentNullException.ThrowIfNull(shape);
        Open(Scope.Object);
        var paths = _paths;
        var path = (uint)shape.Id < (uint)paths.Length ? paths[shape.Id] : null;
        if ((path is null || path.Present != present || path.Generation != _writer.Generation) && (path = FindPath(shape, present)) is null)
        {
            // There are so many sets of properties that names are looked up one by one.
            return new OpenObject(shape, []);
        }

        _writer.CountText(path.Text);
        return new OpenObject(shape, path.Nodes);
    }

    /// <summary>Opens an object with so many properties that the set of written properties is not known in advance.</summary>
    /// <inheritdoc cref="BeginObject(ObjectShape, ulong)" path="/param | /exception"/>
    public OpenObject BeginObject(ObjectShape shape)
    {
        Open(Scope.Object);
        return new OpenObject(shape, []);
    }

    /// <summary>Opens an object whose names are not known in advance.</summary>
    /// <inheritdoc cref="BeginObject(ObjectShape, ulong)" path="/exception"/>
    public void BeginObject() => Open(Scope.Object);

    /// <summary>Sets the name of the next value.</summary>
    /// <param name="open">The object.</param>
    /// <param name="property">The index of the name in the shape.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Property(in OpenObject open, int property)
    {
        var nodes = open.Nodes;
        if ((uint)property < (uint)nodes.Length)
        {
            _writer.Node = nodes[property];
        }
        else
        {
            _writer.PropertyName(open.Shape.Name(property));
        }
    }

    /// <summary>Sets the name of the next value.</summary>
    /// <param name="name">The name. Unpaired surrogates are replaced with U+FFFD.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> is null.</exception>
    [SkipLocalsInit]
    public void Property(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        Span<byte> buffer = stackalloc byte[256];
        var utf8 = name.Length <= buffer.Length / 3 ? buffer[..Encoding.UTF8.GetBytes(name, buffer)] : Encoding.UTF8.GetBytes(name);
        _writer.PropertyName(utf8);
    }

    /// <summary>Closes the last opened object.</summary>
    public void EndObject() => _writer.CloseObject();

    /// <summary>Opens an array.</summary>
    /// <inheritdoc cref="BeginObject(ObjectShape, ulong)" path="/exception"/>
    public void BeginArray() => Open(Scope.Array);

    /// <summary>Closes the last opened array.</summary>
    public void EndArray() => _writer.CloseArray(ScalarText);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Open(Scope scope)
    {
        const int stackCheck = 31;
        if (!_writer.TryOpen(scope))
        {
            RefuseDepth();
        }
        else if ((_writer.Depth & stackCheck) == stackCheck && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            RefuseDepth();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RefuseDepth() => ThrowHelper.ObjectsTooDeep(_writer.Depth, PathHere());

    private string PathHere()
    {
        const int segments = 12;
        return _writer.Path(segments, Paths.ValuePath.AppendShortName);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ShapePath? FindPath(ObjectShape shape, ulong present)
    {
        if (shape.Id >= _paths.Length)
        {
            Array.Resize(ref _paths, Math.Max(shape.Id + 1, _paths.Length * 2));
        }

        ref var last = ref _paths[shape.Id];
        if (last is null)
        {
            last = Resolve(shape, present, null);
            return last;
        }

        // Each set of properties has two places in a hash table.
        const int size = 1024;
        var others = last.Others ?? new ShapePath?[size];
        last.Others = others;
        var at = (int)(present * 0x9E3779B97F4A7C15 >> 54);
        for (var way = 0; way < 2; way++, at ^= 1)
        {
            ref var path = ref others[at];
            if (path is not null && path.Present == present && path.Generation == _writer.Generation)
            {
                last = path;
                return path;
            }

            if (path is null || path.Generation != _writer.Generation)
            {
                last = path = Resolve(shape, present, others);
                return path;
            }
        }

        // A recurring set eventually replaces another one, although most sets of a type with so many are not resolved again.
        const int oneIn = 64;
        if ((++_unresolved & (oneIn - 1)) != 0)
        {
            return null;
        }

        last = others[at] = Resolve(shape, present, others);
        return last;
    }

    private ShapePath Resolve(ObjectShape shape, ulong present, ShapePath?[]? others)
    {
        var nodes = new int[shape.Count];
        var node = ShapeTrie.Root;
        long text = ScalarText;
        for (var i = 0; i < nodes.Length; i++)
        {
            text += (ByteText * shape.Name(i).Length) + ScalarText;
            if (i >= 64 || (present >> i & 1) != 0)
            {
                node = _writer.Resolve(node, shape.Name(i));
                if (node == ShapeTrie.Unshaped)
                {
                    nodes = [];
                    break;
                }

                nodes[i] = node;
            }
        }

        return new ShapePath(_writer.Generation, present, nodes, text) { Others = others };
    }
}

/// <summary>Represents the nodes of a type's names in the shape trie of a writer, for one set of present properties.</summary>
/// <param name="Generation">The generation of the trie that the nodes belong to.</param>
/// <param name="Present">A bit for each of the first 64 properties that is set if the property is present.</param>
/// <param name="Nodes">The node of each property; empty if the trie has no room for them.</param>
/// <param name="Text">The maximum length of the JSON text of the names, with one scalar for each.</param>
internal sealed record ShapePath(int Generation, ulong Present, int[] Nodes, long Text)
{
    /// <summary>Gets or sets the hash table of the type's other paths; null until there is another one.</summary>
    public ShapePath?[]? Others { get; set; }
}
