using Blittable.Layout;

namespace Blittable.Generated;

/// <summary>Maps the properties of a type to the properties of objects with one shape. It is computed once per shape.</summary>
/// <param name="block">The block of the shape in a document; empty for a shape of a dictionary.</param>
/// <param name="dictionary">The <see cref="DictionarySnapshot.Id"/> of the dictionary; 0 for none.</param>
/// <param name="number">The number of the shape in the dictionary.</param>
/// <param name="count">The number of properties of the objects.</param>
/// <param name="ordinals">The position in the object for each property of the type; -1 if absent.</param>
/// <param name="others">The positions of the properties for which the type has no member.</param>
internal sealed class ShapeMap(byte[] block, long dictionary, uint number, int count, int[] ordinals, int[] others)
{
    private int _count = count;
    private int _blockLength = block.Length;
    private int[] _ordinals = ordinals;
    private readonly int[] _others = others;

    /// <summary>The map of an object without properties.</summary>
    public static readonly ShapeMap Empty = new([], 0, 0, 0, [], []);

    public int Count => _count;

    public int[] Ordinals => _ordinals;

    public int[] Others => _others;

    /// <summary>Gets the length of the block.</summary>
    public int BlockLength => _blockLength;

    /// <summary>Determines whether the bytes at an address equal the block of this map.</summary>
    public bool IsAt(ReadOnlySpan<byte> document, int address) =>
        dictionary == 0 && RawBytes.Fits(document, address, block.Length) && RawBytes.Slice(document, address, (uint)block.Length).SequenceEqual(block);

    /// <summary>Determines whether this map belongs to a shape of a dictionary.</summary>
    public bool IsOf(long otherDictionary, uint otherNumber) => dictionary == otherDictionary && number == otherNumber;

    /// <summary>Creates a map that <see cref="TryFollow"/> can fill repeatedly.</summary>
    public static ShapeMap Reusable() => new([], -1, 0, 0, [], []);

    /// <summary>
    /// Maps a shape that has the properties of a type in order, some of them absent, as written by the writer of the type. The map is valid until the next
    /// call.
    /// </summary>
    /// <returns>False if the shape has other names, or the names in another order.</returns>
    public bool TryFollow(ObjectShape type, in ShapeBlock shape, bool isOfDictionary)
    {
        if (type.IgnoresCase || (shape.Flags & ShapeBlock.HasDuplicates) != 0)
        {
            return false;
        }

        if (_ordinals.Length != type.Count)
        {
            _ordinals = new int[type.Count];
        }

        var at = 0;
        var ordinals = _ordinals;
        for (var i = 0; i < shape.Count; i++, at++)
        {
            var name = shape.Name(i);
            for (; at < ordinals.Length && !type.Name(at).SequenceEqual(name); at++)
            {
                ordinals[at] = -1;
            }

            if (at == ordinals.Length)
            {
                return false;
            }

            ordinals[at] = i;
        }

        ordinals.AsSpan(at).Fill(-1);
        _count = shape.Count;
        _blockLength = isOfDictionary ? 0 : shape.Length;
        return true;
    }

    /// <summary>Creates the map of a type for a shape.</summary>
    public static ShapeMap Create(ObjectShape type, in ShapeBlock shape, long dictionary, uint number)
    {
        if (type.RefusesDuplicates && (shape.Flags & ShapeBlock.HasDuplicates) != 0)
        {
            throw ObjectReader.Duplicate(shape, -1);
        }

        var ordinals = new int[type.Count];
        for (var i = 0; i < ordinals.Length; i++)
        {
            ordinals[i] = shape.Find(type.Name(i));
            if (ordinals[i] < 0 && type.IgnoresCase)
            {
                ordinals[i] = FindIgnoringCase(shape, type.Text(i));
            }
        }

        return new ShapeMap(dictionary == 0 ? shape.Bytes.ToArray() : [], dictionary, number, shape.Count, ordinals, FindOthers(type, shape, ordinals));
    }

    /// <summary>Returns the properties without a member. Of duplicate names, only the last counts, so a property with a member's name is never
    /// included.</summary>
    private static int[] FindOthers(ObjectShape type, in ShapeBlock shape, int[] ordinals)
    {
        var others = new List<int>();
        for (var i = 0; i < shape.Count; i++)
        {
            if (!ordinals.Contains(i) && ((shape.Flags & ShapeBlock.HasDuplicates) == 0 || !IsMember(type, shape.Name(i))))
            {
                others.Add(i);
            }
        }

        return [.. others];
    }

    private static bool IsMember(ObjectShape type, ReadOnlySpan<byte> name)
    {
        for (var i = 0; i < type.Count; i++)
        {
            if (type.Name(i).SequenceEqual(name))
            {
                return true;
            }
        }

        return false;
    }

    private static int FindIgnoringCase(in ShapeBlock shape, string name)
    {
        for (var i = shape.Count - 1; i >= 0; i--)
        {
            if (System.Text.Encoding.UTF8.GetString(shape.Name(i)).Equals(name, StringComparison.OrdinalIgnoreCase))
            {
                return i;
            }
        }

        return -1;
    }
}
