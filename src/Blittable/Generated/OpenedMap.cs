using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Blittable.Generated;

/// <summary>Reads an object whose names are data. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public ref struct OpenedMap
{
    private BlittableValue.ObjectEnumerator _properties;
    private readonly ref int _at;

    internal OpenedMap(BlittableValue value, int count, ref int at)
    {
        _properties = new BlittableValue.ObjectEnumerator(value);
        Count = count;
        _at = ref at;
    }

    /// <summary>Gets the number of properties.</summary>
    public int Count { get; }

    /// <summary>Advances to the next property.</summary>
    /// <param name="name">The name of the property in UTF-8.</param>
    /// <param name="value">The value of the property.</param>
    /// <returns>False after the last property.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Next(out ReadOnlySpan<byte> name, out BlittableValue value)
    {
        if (_properties.MoveNext())
        {
            _at++;
            var current = _properties.Current;
            name = current.NameUtf8;
            value = current.Value;
            return true;
        }

        name = default;
        value = default;
        return false;
    }
}
