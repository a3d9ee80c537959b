using System.ComponentModel;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Container = Blittable.Reading.Container;

namespace Blittable.Generated;

/// <summary>Reads an object. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly ref struct OpenedObject
{
    private readonly BlittableValue _object;
    private readonly ShapeMap _map;
    private readonly int[] _ordinals;
    private readonly int _slots;
    private readonly int _width;
    private readonly ref int _at;

    internal OpenedObject(BlittableValue value, ShapeMap map, int slots, int width, ref int at)
    {
        _object = value;
        _map = map;
        _ordinals = map.Ordinals;
        _slots = slots;
        _width = width;
        _at = ref at;
    }

    /// <summary>Gets the number of properties.</summary>
    public int Count => _map.Count;

    /// <summary>Finds a property.</summary>
    /// <param name="property">The index of its name in the shape of the type.</param>
    /// <param name="value">The value of the property.</param>
    /// <returns>False if the object does not have the property.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Find(int property, out BlittableValue value)
    {
        var ordinals = _ordinals;
        if ((uint)property >= (uint)ordinals.Length || ordinals[property] < 0)
        {
            value = default;
            return false;
        }

        var ordinal = ordinals[property];
        _at = ordinal;
        var distance = RawBytes.ReadBits(_object.Document, _slots + (ordinal << _width), 8 << _width);
        value = _object.WithAddress(Container.Behind(_object.Document, _object.Address, distance));
        return true;
    }

    /// <summary>Advances to the next property for which the type has no member.</summary>
    /// <param name="next">The position at which to continue; initially 0.</param>
    /// <param name="name">The name of the property in UTF-8.</param>
    /// <param name="value">The value of the property.</param>
    /// <returns>False after the last such property.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public bool NextOther(ref int next, out ReadOnlySpan<byte> name, out BlittableValue value)
    {
        name = default;
        value = default;
        if (next >= _map.Others.Length || !_object.TryReadObject(out var container, out var shape))
        {
            return false;
        }

        var ordinal = _map.Others[next++];
        _at = ordinal;
        name = shape.Name(ordinal);
        value = _object.Child(container, ordinal);
        return true;
    }
}
