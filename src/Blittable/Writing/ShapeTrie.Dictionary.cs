using Blittable.Layout;

namespace Blittable.Writing;

/// <content>
/// The shapes of a dictionary are nodes that count as written in every document: their header never changes. How many there may be does not depend on what
/// else is in the trie.
/// </content>
internal sealed partial class ShapeTrie
{
    /// <summary>The stamp of a node whose header holds in every document.</summary>
    private const int Always = int.MaxValue;

    /// <summary>Determines whether a shape of so many names still fits into the half that a dictionary may fill.</summary>
    public bool HasRoomForDictionary(int nameBytes, int count) =>
        count <= MaxNames && _dictionaryNodes + count <= MaxNodes / 2 && _dictionaryNames + (long)nameBytes <= MaxMemory / 2;

    /// <summary>Determines whether these names are a shape of the dictionary.</summary>
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

    /// <summary>Adds the shapes of a dictionary from one number up to another; those with two equal names only if such objects are not refused.</summary>
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

    /// <summary>Adds a shape of the dictionary; if there is no room for it, documents go on to bring it themselves.</summary>
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
