using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Blittable.Layout;

namespace Blittable.Generated;

/// <summary>Lists the property names of a type in the order in which they are written. For generated code.</summary>
/// <remarks>Instances are thread-safe.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class ObjectShape
{
    /// <summary>The index of the members that are not read.</summary>
    internal const int NotRead = int.MaxValue;

    private const int MostMaps = 8;

    private static int s_count;

    private readonly byte[][] _names;
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _members;
    private readonly int _longest;
    private int _longestName;
    private volatile ShapeMap[] _maps = [];
    private volatile ShapeMapTable? _subsets;
    private int _misses;
    private ulong _candidate;

    /// <summary>Initializes the names of a type.</summary>
    /// <param name="typeName">The name of the type for messages.</param>
    /// <param name="ignoresCase">true if names are matched case-insensitively when objects are read.</param>
    /// <param name="names">The names, which must be distinct.</param>
    /// <exception cref="ArgumentNullException"><paramref name="names"/> is null.</exception>
    public ObjectShape(string typeName, bool ignoresCase, params string[] names)
    {
        ArgumentNullException.ThrowIfNull(names);
        TypeName = typeName;
        _names = [.. names.Select(Encoding.UTF8.GetBytes)];
        var members = new Dictionary<string, int>(ignoresCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        for (var i = 0; i < names.Length; i++)
        {
            members.TryAdd(names[i], i);
        }

        const int shortest = 4096;
        _longest = shortest + (2 * _names.Sum(name => name.Length));
        _longestName = names.Length == 0 ? 0 : names.Max(name => name.Length);
        _members = members.GetAlternateLookup<ReadOnlySpan<char>>();
        Id = Interlocked.Increment(ref s_count) - 1;
    }

    /// <summary>Gets the name of the type for messages.</summary>
    public string TypeName { get; }

    /// <summary>Gets a value that indicates whether objects with several properties for one member are refused.</summary>
    public bool RefusesDuplicates { get; init; }

    /// <summary>Gets the indexes of members that are only written, whose properties are never refused as duplicates.</summary>
    public IReadOnlyList<int> WriteOnly { get; init; } = [];

    /// <summary>Gets the names of members that are not read. Their properties are neither extension data nor unknown.</summary>
    public IReadOnlyList<string> Skipped
    {
        get;
        init
        {
            ArgumentNullException.ThrowIfNull(value);
            field = value;
            foreach (var name in value)
            {
                _members.Dictionary.TryAdd(name, NotRead);
                _longestName = Math.Max(_longestName, name.Length);
            }
        }
    } = [];

    /// <summary>Gets the process-wide index of this shape, under which writers cache its nodes.</summary>
    internal int Id { get; }

    internal int Count => _names.Length;

    /// <summary>Gets the maps of recently read shapes, newest first.</summary>
    internal ShapeMap[] Maps => _maps;

    /// <summary>Gets the maps of further shapes with subsets of the members, as objects with optional members have; null until there are any.</summary>
    internal ShapeMapTable? Subsets => _subsets;

    internal ReadOnlySpan<byte> Name(int property) => _names[property];

    /// <summary>Returns the index of the member with a name, ignoring its case if the type does; -1 for none, and <see cref="NotRead"/> for a member that is
    /// not read.</summary>
    [SkipLocalsInit]
    internal int IndexOf(ReadOnlySpan<byte> name)
    {
        const int most = 256;
        const int bytesPerChar = 3;
        if (name.Length > most)
        {
            return name.Length > bytesPerChar * _longestName ? -1 : _members.TryGetValue(Encoding.UTF8.GetString(name), out var found) ? found : -1;
        }

        Span<char> text = stackalloc char[most];
        return _members.TryGetValue(text[..Encoding.UTF8.GetChars(name, text)], out var member) ? member : -1;
    }

    internal string Text(int property) => Encoding.UTF8.GetString(_names[property]);

    /// <summary>
    /// Determines whether the map of a shape that is not cached is worth caching. A long shape, most of whose names the type does not have, would only occupy
    /// memory. If the cache is full, a shape replaces another one if it occurs twice within a few misses.
    /// </summary>
    internal bool Admits(in ShapeBlock shape)
    {
        if (shape.Length > _longest)
        {
            return false;
        }

        if (_maps.Length < MostMaps)
        {
            return true;
        }

        // Races between threads only change which shape is cached.
        const int window = 16;
        var current = SeededHash.OfEnds(shape.Bytes, seed: 0);
        if (current == _candidate)
        {
            return true;
        }

        if (_misses++ % window == 0)
        {
            _candidate = current;
        }

        return false;
    }

    /// <summary>Inserts a map before all others. Removes the oldest if there are too many.</summary>
    internal void Remember(ShapeMap map)
    {
        var maps = _maps;
        _maps = [map, .. maps.AsSpan(0, Math.Min(maps.Length, MostMaps - 1))];
    }

    /// <summary>Caches the map of a shape in a document that has only members of the type, if there is a place for it. Documents can contain any number of other
    /// shapes, which would only occupy memory.</summary>
    /// <param name="map">The map of the shape, which the caller will use for other shapes.</param>
    /// <param name="shape">The names of the shape.</param>
    internal void RememberSubset(ShapeMap map, in ShapeBlock shape)
    {
        if (map.Others.IsEmpty && shape.Count <= _names.Length && shape.Length <= _longest)
        {
            var subsets = _subsets ??= new ShapeMapTable();
            var place = ShapeMapTable.PlaceOf(shape.Bytes);
            if (subsets.HasRoom(place))
            {
                subsets.Add(place, ShapeMap.Create(this, shape, 0, 0));
            }
        }
    }
}

/// <summary>Maps the properties of a type to the properties of objects with one shape. It is computed once per shape.</summary>
/// <param name="block">The block of the shape in a document; empty for a shape of a dictionary.</param>
/// <param name="dictionary">The <see cref="DictionarySnapshot.Id"/> of the dictionary; 0 for none.</param>
/// <param name="number">The number of the shape in the dictionary.</param>
internal sealed class ShapeMap(byte[] block, long dictionary, uint number)
{
    private const long OfNoDictionary = -1;

    private int[] _ordinals = [];
    private int[] _others = [];
    private int _otherCount;
    private List<(int Member, int Ordinal)>? _duplicates;

    /// <summary>The map of an object without properties.</summary>
    public static readonly ShapeMap Empty = new([], 0, 0);

    /// <summary>Gets the number of properties of the objects.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the position in the object for each property of the type; -1 if absent.</summary>
    public int[] Ordinals => _ordinals;

    /// <summary>Gets the positions of the properties for which the type has no member.</summary>
    public ReadOnlySpan<int> Others => _others.AsSpan(0, _otherCount);

    /// <summary>Gets the positions of the properties that match a member and are followed by another property that matches the member.</summary>
    public ReadOnlySpan<(int Member, int Ordinal)> Duplicates => CollectionsMarshal.AsSpan(_duplicates);

    /// <summary>Gets the length of the block; 0 for a shape of a dictionary.</summary>
    public int BlockLength { get; private set; }

    /// <summary>Determines whether the bytes at an address equal the block of this map.</summary>
    public bool IsAt(ReadOnlySpan<byte> document, int address) =>
        dictionary == 0 && RawBytes.Fits(document, address, block.Length) && RawBytes.Slice(document, address, (uint)block.Length).SequenceEqual(block);

    /// <summary>Determines whether this map belongs to a shape of a dictionary.</summary>
    public bool IsOf(long otherDictionary, uint otherNumber) => dictionary == otherDictionary && number == otherNumber;

    /// <summary>Gets a value that indicates whether this map is filled for one object after another.</summary>
    public bool IsReusable => dictionary == OfNoDictionary;

    /// <summary>Creates a map that <see cref="Fill"/> can fill repeatedly.</summary>
    public static ShapeMap Reusable() => new([], OfNoDictionary, 0);

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
        _duplicates?.Clear();
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

            if (member == ObjectShape.NotRead)
            {
                continue;
            }

            if (ordinals[member] >= 0)
            {
                if (type.RefusesDuplicates && !type.WriteOnly.Contains(member))
                {
                    throw ObjectReader.Duplicate(name, isOfDictionary ? -1 : shape.Address);
                }

                (_duplicates ??= []).Add((member, ordinals[member]));
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

/// <summary>Finds maps in a hash table. Each shape has two places.</summary>
/// <remarks>Instances are thread-safe. If several threads add maps at the same time, one of the maps may be lost.</remarks>
internal sealed class ShapeMapTable
{
    private const int Bits = 8;

    private readonly ShapeMap?[] _maps = new ShapeMap?[1 << Bits];

    /// <summary>Returns the first place of a block.</summary>
    public static int PlaceOf(ReadOnlySpan<byte> block) => (int)(SeededHash.OfEnds(block, seed: 0) >> (64 - Bits));

    /// <summary>Returns the map of a block; null if there is none.</summary>
    public ShapeMap? Find(ReadOnlySpan<byte> block)
    {
        var place = PlaceOf(block);
        return _maps[place] is { } first && first.IsAt(block, 0) ? first
            : _maps[place ^ 1] is { } second && second.IsAt(block, 0) ? second : null;
    }

    /// <summary>Determines whether a shape with the specified first place can be added. Its places are not taken from other shapes, because those recur as
    /// often.</summary>
    public bool HasRoom(int place) => _maps[place] is null || _maps[place ^ 1] is null;

    /// <summary>Adds a map.</summary>
    public void Add(int place, ShapeMap map) => Volatile.Write(ref _maps[_maps[place] is null ? place : place ^ 1], map);
}
