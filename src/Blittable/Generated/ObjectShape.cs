using System.ComponentModel;
using System.Text;

namespace Blittable.Generated;

/// <summary>Lists the property names of a type in the order in which they are written. For generated code.</summary>
/// <remarks>Instances are thread-safe.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class ObjectShape
{
    private const int MostMaps = 8;

    private static int s_count;

    private readonly byte[][] _names;
    private readonly Dictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> _members;
    private volatile ShapeMap[] _maps = [];

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

        _members = members.GetAlternateLookup<ReadOnlySpan<char>>();
        Id = Interlocked.Increment(ref s_count) - 1;
    }

    /// <summary>Gets the name of the type for messages.</summary>
    public string TypeName { get; }

    /// <summary>Gets a value that indicates whether objects with several properties for one member are refused.</summary>
    public bool RefusesDuplicates { get; init; }

    /// <summary>Gets the process-wide index of this shape, under which writers cache its nodes.</summary>
    internal int Id { get; }

    internal int Count => _names.Length;

    /// <summary>Gets the maps of recently read shapes, newest first.</summary>
    internal ShapeMap[] Maps => _maps;

    internal ReadOnlySpan<byte> Name(int property) => _names[property];

    /// <summary>Returns the index of the member with a name, ignoring its case if the type does; -1 for none.</summary>
    internal int IndexOf(ReadOnlySpan<byte> name)
    {
        const int most = 256;
        if (name.Length > most)
        {
            return _members.TryGetValue(Encoding.UTF8.GetString(name), out var found) ? found : -1;
        }

        Span<char> text = stackalloc char[most];
        return _members.TryGetValue(text[..Encoding.UTF8.GetChars(name, text)], out var member) ? member : -1;
    }

    internal string Text(int property) => Encoding.UTF8.GetString(_names[property]);

    /// <summary>Gets a value that indicates whether so many shapes are cached that further shapes are mapped for each object.</summary>
    internal bool HasManyMaps => _maps.Length >= MostMaps;

    /// <summary>Inserts a map before all others. Removes the oldest if there are too many.</summary>
    internal void Remember(ShapeMap map)
    {
        var maps = _maps;
        _maps = [map, .. maps.AsSpan(0, Math.Min(maps.Length, MostMaps - 1))];
    }
}
