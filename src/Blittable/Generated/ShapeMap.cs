using Blittable.Layout;

namespace Blittable.Generated;

/// <summary>Maps the properties of a type to the properties of objects with one shape. It is computed once per shape.</summary>
/// <param name="block">The block of the shape in a document; empty for a shape of a dictionary.</param>
/// <param name="dictionary">The <see cref="DictionarySnapshot.Id"/> of the dictionary; 0 for none.</param>
/// <param name="number">The number of the shape in the dictionary.</param>
internal sealed class ShapeMap(byte[] block, long dictionary, uint number)
{
    private int[] _ordinals = [];
    private int[] _others = [];
    private int _otherCount;

    /// <summary>The map of an object without properties.</summary>
    public static readonly ShapeMap Empty = new([], 0, 0);

    /// <summary>Gets the number of properties of the objects.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the position in the object for each property of the type; -1 if absent.</summary>
    public int[] Ordinals => _ordinals;

    /// <summary>Gets the positions of the properties for which the type has no member.</summary>
    public ReadOnlySpan<int> Others => _others.AsSpan(0, _otherCount);

    /// <summary>Gets the length of the block; 0 for a shape of a dictionary.</summary>
    public int BlockLength { get; private set; }

    /// <summary>Determines whether the bytes at an address equal the block of this map.</summary>
    public bool IsAt(ReadOnlySpan<byte> document, int address) =>
        dictionary == 0 && RawBytes.Fits(document, address, block.Length) && RawBytes.Slice(document, address, (uint)block.Length).SequenceEqual(block);

    /// <summary>Determines whether this map belongs to a shape of a dictionary.</summary>
    public bool IsOf(long otherDictionary, uint otherNumber) => dictionary == otherDictionary && number == otherNumber;

    /// <summary>Creates a map that <see cref="Fill"/> can fill repeatedly.</summary>
    public static ShapeMap Reusable() => new([], -1, 0);

    /// <summary>Creates the map of a type for a shape.</summary>
    public static ShapeMap Create(ObjectShape type, in ShapeBlock shape, long dictionary, uint number)
    {
        var map = new ShapeMap(dictionary == 0 ? shape.Bytes.ToArray() : [], dictionary, number);
        map.Fill(type, shape, isOfDictionary: dictionary != 0);
        return map;
    }

    /// <summary>
    /// Maps a shape. Names in the order of the type are compared one by one; other names are looked up. If several properties
    /// match a member, the last one counts, as in System.Text.Json.
    /// </summary>
    /// <exception cref="BlittableException">Several properties match a member, which the type refuses.</exception>
    public void Fill(ObjectShape type, in ShapeBlock shape, bool isOfDictionary)
    {
        if (_ordinals.Length != type.Count)
        {
            _ordinals = new int[type.Count];
        }

        var ordinals = _ordinals;
        ordinals.AsSpan().Fill(-1);
        _otherCount = 0;
        const int mostAbsent = 16;
        var next = 0;
        for (var i = 0; i < shape.Count; i++)
        {
            var name = shape.Name(i);
            var member = next;
            var end = Math.Min(ordinals.Length, next + mostAbsent);
            while (member < end && !type.Name(member).SequenceEqual(name))
            {
                member++;
            }

            if (member == end && (member = type.IndexOf(name)) < 0)
            {
                AddOther(i);
                continue;
            }

            if (ordinals[member] >= 0 && type.RefusesDuplicates)
            {
                throw ObjectReader.Duplicate(name, -1);
            }

            ordinals[member] = i;
            next = member + 1;
        }

        Count = shape.Count;
        BlockLength = isOfDictionary ? 0 : shape.Length;
    }

    private void AddOther(int ordinal)
    {
        if (_otherCount == _others.Length)
        {
            Array.Resize(ref _others, Math.Max(4, 2 * _others.Length));
        }

        _others[_otherCount++] = ordinal;
    }
}
