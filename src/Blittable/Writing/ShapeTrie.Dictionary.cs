using Blittable.Layout;

namespace Blittable.Writing;

/// <content>
/// Handles the shapes of a dictionary. Their nodes count as written in every document, because their headers never change. Their maximum number does not depend
/// on the other contents of the trie.
/// </content>
internal sealed partial class ShapeTrie
{
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
