using System.ComponentModel;
using System.Text;

namespace Blittable.Generated;

/// <summary>Lists the names of a type's properties in the order in which they are written. For generated code.</summary>
/// <remarks>Any number of threads may use it.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class ObjectShape
{
    private const int MostMaps = 8;

    private static int s_count;

    private readonly byte[][] _names;
    private volatile ShapeMap[] _maps = [];

    /// <summary>Prepares the names of a type.</summary>
    /// <param name="typeName">The type, as messages name it.</param>
    /// <param name="ignoresCase">Whether names that differ in case are the same when objects are read.</param>
    /// <param name="names">The names, all of them different.</param>
    /// <exception cref="ArgumentNullException"><paramref name="names"/> is null.</exception>
    public ObjectShape(string typeName, bool ignoresCase, params string[] names)
    {
        ArgumentNullException.ThrowIfNull(names);
        TypeName = typeName;
        IgnoresCase = ignoresCase;
        _names = [.. names.Select(Encoding.UTF8.GetBytes)];
        Id = Interlocked.Increment(ref s_count) - 1;
    }

    /// <summary>Gets the type, as messages name it.</summary>
    public string TypeName { get; }

    /// <summary>Gets whether an object with two properties of one name is refused.</summary>
    public bool RefusesDuplicates { get; init; }

    internal bool IgnoresCase { get; }

    /// <summary>Gets the place of this shape among all shapes of the process, by which writers keep what they know of it.</summary>
    internal int Id { get; }

    internal int Count => _names.Length;

    /// <summary>Gets the maps of the shapes that were read lately, the newest first.</summary>
    internal ShapeMap[] Maps => _maps;

    internal ReadOnlySpan<byte> Name(int property) => _names[property];

    internal string Text(int property) => Encoding.UTF8.GetString(_names[property]);

    /// <summary>Gets whether so many shapes are remembered that the next ones are followed name by name.</summary>
    internal bool HasManyMaps => _maps.Length >= MostMaps;

    /// <summary>Puts a map before all others; the oldest is forgotten once they are many.</summary>
    internal void Remember(ShapeMap map)
    {
        var maps = _maps;
        _maps = [map, .. maps.AsSpan(0, Math.Min(maps.Length, MostMaps - 1))];
    }
}
