using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>Stores the sequences of property names that a converter has seen, to predict the next name and recognize known shapes.</summary>
/// <remarks>
/// A path from the root contains the names of an object in order; a shape is the node at which an object ended. Up to <see cref="MaxListed"/> followers of a
/// name are searched linearly, more by a seeded hash, so malicious names cannot make the search quadratic. Earlier documents never leave a document without
/// nodes: the writer limits the shapes of each document, and clears a trie with too many nodes between documents.
/// </remarks>
internal sealed class ShapeTrie
{
    /// <summary>The node before any name.</summary>
    public const int Root = 0;

    /// <summary>The node of an object whose names are data. It predicts nothing and has no followers.</summary>
    public const int Unshaped = 1;

    /// <summary>The maximum number of names in a shape. Objects with more names have no shape.</summary>
    public const int MaxNames = 512;

    /// <summary>The maximum number of nodes and bytes retained for the next document.</summary>
    public const int MaxNodes = 1 << 16, MaxMemory = 1 << 23;

    /// <summary>The number of nodes above which a trie is retained only if there were enough input bytes per node. Paths that appear faster mostly occur only
    /// once, and searching a trie beyond the caches costs more time than it saves.</summary>
    private const int JudgedNodes = 1 << 13, BytesPerNode = 64;

    /// <summary>The maximum number of nodes and bytes. A document within the limits of its writer needs a fraction of them.</summary>
    private const int MostNodes = 1 << 22, MostMemory = 1 << 29;

    private const int MaxListed = 4;

    private const ulong IdentitySeed = 0x9E3779B97F4A7C15;

    /// <summary>The number of bytes that copying a block in whole vectors may read past its end.</summary>
    private const int MemorySlack = 64;

    private readonly Dictionary<NameKey, int> _byName = [];
    private readonly ulong _seed = (ulong)Random.Shared.NextInt64();
    private ShapeNode[] _nodes = GC.AllocateArray<ShapeNode>(256, pinned: true);
    private ValueTrials[] _trials = GC.AllocateArray<ValueTrials>(256, pinned: true);
    private byte[] _memory = GC.AllocateUninitializedArray<byte>(4096, pinned: true);
    private int _memoryLength;
    private byte[] _nameScratch = new byte[1024];
    private int[] _endScratch = new int[64];
    private int _dictionaryNodes;
    private int _dictionaryNames;

    public ShapeTrie() => Clear();

    private readonly record struct NameKey(int Parent, ulong Hash, int Length);

    public int Count { get; private set; }

    /// <summary>Gets a value that indicates whether the trie is too large to retain, regardless of the input.</summary>
    public bool IsFull => Count > MaxNodes / 4 * 3 || _memoryLength > MaxMemory / 4 * 3;

    /// <summary>Determines whether the trie is so full that a document should start with an empty one.</summary>
    /// <param name="input">The total size in bytes of the texts converted since the trie was empty.</param>
    public bool IsCrowded(long input)
    {
        var own = Count - _dictionaryNodes;
        return IsFull || (own > JudgedNodes && input < (long)own * BytesPerNode);
    }

    /// <summary>Gets the pinned array of names and blocks, followed by <see cref="MemorySlack"/> readable bytes. Reallocated when something is added.</summary>
    public byte[] Memory => _memory;

    /// <summary>Gets the pinned array of nodes. Reallocated when a node is added.</summary>
    public ShapeNode[] Nodes => _nodes;

    /// <summary>Gets the pinned array of trials in disk mode, one for each node's property. Reallocated when a node is added.</summary>
    public ValueTrials[] Trials => _trials;

    public void Clear()
    {
        _byName.Clear();
        _memoryLength = 0;
        Count = 2;
        _dictionaryNodes = _dictionaryNames = 0;
        if (_nodes.Length > MaxNodes)
        {
            _nodes = GC.AllocateArray<ShapeNode>(256, pinned: true);
            _trials = GC.AllocateArray<ValueTrials>(256, pinned: true);
        }

        if (_memory.Length > 2 * MaxMemory)
        {
            _memory = GC.AllocateUninitializedArray<byte>(4096, pinned: true);
        }

        _nodes.AsSpan(0, 2).Clear();
        _trials.AsSpan().Clear();
        for (var i = 0; i < Count; i++)
        {
            // With all mask bits set, the text of zeros must match completely. JSON names contain no zeros, so these nodes are never predicted.
            _nodes[i].Mask = uint.MaxValue;
            _nodes[i].Block = -1;
        }

        _nodes[Unshaped].Next = Unshaped;
    }

    public ReadOnlySpan<byte> Name(int node) => _memory.AsSpan(_nodes[node].NameStart, _nodes[node].NameLength);

    /// <summary>Returns the follower of <paramref name="parent"/> with the specified name, adding it if necessary. Returns <see cref="Unshaped"/> after
    /// <see cref="MaxNames"/> names.</summary>
    /// <param name="parent">The previous name, or <see cref="Root"/>.</param>
    /// <param name="name">The name, unescaped.</param>
    /// <param name="mayAdd">False to return <see cref="Unshaped"/> for an unknown name instead of adding it.</param>
    public int FindOrAdd(int parent, ReadOnlySpan<byte> name, bool mayAdd = true)
    {
        var found = Find(parent, name);
        return found != Root ? found : mayAdd ? Add(parent, name) : Unshaped;
    }

    /// <summary>Returns the follower of <paramref name="parent"/> with the specified name; <see cref="Root"/>, which follows nothing, if not found.</summary>
    private int Find(int parent, ReadOnlySpan<byte> name)
    {
        if (_nodes[parent].ChildCount <= MaxListed)
        {
            for (var child = _nodes[parent].FirstChild; child != 0; child = _nodes[child].Sibling)
            {
                if (Name(child).SequenceEqual(name))
                {
                    return child;
                }
            }
        }
        else if (_byName.TryGetValue(Key(parent, name), out var child) && Name(child).SequenceEqual(name))
        {
            return child;
        }

        return Root;
    }

    /// <summary>Concatenates the names of the path to a node, first to last, and returns them with the end of each.</summary>
    public ReadOnlySpan<byte> Names(int node, out ReadOnlySpan<int> ends)
    {
        var count = _nodes[node].Depth;
        if (_endScratch.Length < count)
        {
            _endScratch = new int[MaxNames];
        }

        var length = 0;
        for (var at = node; at != Root; at = _nodes[at].Parent)
        {
            length += _nodes[at].NameLength;
        }

        if (_nameScratch.Length < length)
        {
            _nameScratch = new byte[length * 2];
        }

        var end = length;
        for (var at = node; at != Root; at = _nodes[at].Parent)
        {
            _endScratch[_nodes[at].Depth - 1] = end;
            end -= _nodes[at].NameLength;
            Name(at).CopyTo(_nameScratch.AsSpan(end));
        }

        ends = _endScratch.AsSpan(0, count);
        return _nameScratch.AsSpan(0, length);
    }

    private int Add(int parent, ReadOnlySpan<byte> name)
    {
        var depth = _nodes[parent].Depth + 1;
        if (Count >= MostNodes || depth > MaxNames || _memoryLength + (long)name.Length > MostMemory)
        {
            return Unshaped;
        }

        if (Count == _nodes.Length)
        {
            var larger = GC.AllocateArray<ShapeNode>(Count * 2, pinned: true);
            _nodes.AsSpan().CopyTo(larger);
            _nodes = larger;
            var trials = GC.AllocateArray<ValueTrials>(Count * 2, pinned: true);
            _trials.AsSpan().CopyTo(trials);
            _trials = trials;
        }

        var start = Append(name);
        var node = Count++;
        ref var added = ref _nodes[node];
        added = default;
        added.Block = -1;
        added.NameStart = start;
        added.NameLength = name.Length;
        added.Parent = parent;
        added.Depth = depth;
        added.Identity = (uint)SeededHash.Of(name, IdentitySeed ^ _nodes[parent].Identity);
        Predict(ref added, name);

        ref var above = ref _nodes[parent];
        if (above.ChildCount < MaxListed)
        {
            added.Sibling = above.FirstChild;
            above.FirstChild = node;
        }
        else
        {
            if (above.ChildCount == MaxListed)
            {
                for (var child = above.FirstChild; child != 0; child = _nodes[child].Sibling)
                {
                    _byName.TryAdd(Key(parent, Name(child)), child);
                }
            }

            // Colliding keys practically never occur. The later name is then added again each time it is seen, within the limit.
            _byName[Key(parent, name)] = node;
        }

        above.ChildCount++;
        return node;
    }

    /// <summary>Sets the text that JSON is compared with, unless the name is too long or needs escaping.</summary>
    private static void Predict(ref ShapeNode node, ReadOnlySpan<byte> name)
    {
        if (name.Length > ShapeNode.MaxPredicted || name.ContainsAnyInRange((byte)0, (byte)0x1F) || name.ContainsAny((byte)'"', (byte)'\\'))
        {
            node.Mask = uint.MaxValue;
            return;
        }

        Span<byte> text = node.Text;
        text[0] = (byte)'"';
        name.CopyTo(text[1..]);
        text[name.Length + 1] = (byte)'"';
        text[name.Length + 2] = (byte)':';
        node.Advance = name.Length + 3;
        node.Mask = (uint)((1UL << node.Advance) - 1);
    }

    /// <summary>Creates the block of the shape that ends at a node.</summary>
    /// <param name="node">The node.</param>
    /// <param name="compact">True if size matters more than lookup time.</param>
    public void BuildBlock(int node, bool compact)
    {
        var names = Names(node, out var ends);
        var length = ShapeBlockWriter.Write(Room((int)ShapeBlockWriter.MaxLength(names.Length, ends.Length)), names, ends, compact);
        _nodes[node].Block = _memoryLength;
        _nodes[node].BlockLength = length;
        _memoryLength += length;
    }

    private int Append(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Room(bytes.Length));
        _memoryLength += bytes.Length;
        return _memoryLength - bytes.Length;
    }

    /// <summary>Returns the unused memory, with space for the specified number of bytes.</summary>
    private Span<byte> Room(int length)
    {
        if (_memory.Length - MemorySlack - _memoryLength < length)
        {
            var larger = GC.AllocateUninitializedArray<byte>(Math.Max(_memory.Length * 2, _memoryLength + length + MemorySlack), pinned: true);
            _memory.AsSpan(0, _memoryLength).CopyTo(larger);
            _memory = larger;
        }

        return _memory.AsSpan(_memoryLength, length);
    }

    private NameKey Key(int parent, ReadOnlySpan<byte> name) => new(parent, SeededHash.Of(name, _seed), name.Length);

    // The shapes of a dictionary. Their nodes count as written in every document, because their headers never change. Their maximum number does not depend on
    // the other contents of the trie.

    /// <summary>The stamp of a node whose header is valid in every document.</summary>
    private const int Always = int.MaxValue;

    /// <summary>Determines whether another shape still fits in the half of the trie that a dictionary may fill.</summary>
    public bool HasRoomForDictionary(int nameBytes, int count) =>
        count <= MaxNames && _dictionaryNodes + count <= MaxNodes / 2 && _dictionaryNames + (long)nameBytes <= MaxMemory / 2;

    /// <summary>Determines whether these names form a shape of the dictionary.</summary>
    public bool IsDictionaryShape(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        var node = Root;
        var start = 0;
        foreach (var end in ends)
        {
            node = Find(node, names[start..end]);
            if (node == Root)
            {
                return false;
            }

            start = end;
        }

        return _nodes[node].Stamp == Always;
    }

    /// <summary>Adds a range of dictionary shapes. Shapes with duplicate names are skipped if duplicates are refused.</summary>
    public void AddDictionaryShapes(DictionarySnapshot dictionary, int from, int to, bool refusesDuplicates)
    {
        var ends = new int[MaxNames];
        for (var number = from; number < to; number++)
        {
            var shape = ShapeBlock.Read(dictionary.Shapes, dictionary.ShapeAddress(number));
            if (refusesDuplicates && (shape.Flags & ShapeBlock.HasDuplicates) != 0)
            {
                continue;
            }

            for (var i = 0; i < shape.Count; i++)
            {
                ends[i] = (i == 0 ? 0 : ends[i - 1]) + shape.Name(i).Length;
            }

            AddDictionaryShape(dictionary.Shapes.Slice(shape.NamesAddress, ends[shape.Count - 1]), ends.AsSpan(0, shape.Count), (uint)number);
        }
    }

    /// <summary>Adds a shape of the dictionary. If there is no room, documents continue to define the shape themselves.</summary>
    public void AddDictionaryShape(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends, uint number)
    {
        if (HasRoomForDictionary(names.Length, ends.Length))
        {
            var node = Add(names, ends);
            for (var at = node; at > Unshaped && _nodes[at].CountedIn != Always; at = _nodes[at].Parent)
            {
                _nodes[at].CountedIn = Always;
                _dictionaryNodes++;
                _dictionaryNames += _nodes[at].NameLength;
            }

            if (node != Unshaped && _nodes[node].Stamp != Always)
            {
                _nodes[node].SetHeader(Tag.ObjectOfDictionaryShape, number);
                _nodes[node].Stamp = Always;
            }
        }
    }

    private int Add(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        var node = Root;
        var start = 0;
        foreach (var end in ends)
        {
            node = FindOrAdd(node, names[start..end]);
            start = end;
        }

        return node;
    }
}
