using System.ComponentModel;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Container = Blittable.Reading.Container;

namespace Blittable.Generated;

/// <summary>Reads an object. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly ref struct OpenedObject
{
    /// <summary>The width that marks an object whose slots are in runs.</summary>
    internal const int SlotsInRuns = -1;

    // The fields of the object instead of a BlittableValue: each can be held in a register, and copies of the value would stall, because a wide load cannot be
    // forwarded from the narrower stores before it.
    private readonly ReadOnlySpan<byte> _document;
    private readonly int _address;
    private readonly int _shapeTable;
    private readonly DictionarySnapshot? _dictionary;
    private readonly ShapeMap _map;
    private readonly int[] _ordinals;
    private readonly int _slots;
    private readonly int _width;
    private readonly ref int _at;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal OpenedObject(scoped in BlittableValue value, ShapeMap map, int slots, int width, ref int at)
    {
        _document = value.Document;
        _address = value.Address;
        _shapeTable = value.ShapeTable;
        _dictionary = value.Dictionary;
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

        value = ChildAt(ordinals[property]);
        return true;
    }

    /// <summary>Finds each occurrence of a property in turn, because a duplicate property adds to a member that is populated.</summary>
    /// <param name="property">The index of its name in the shape of the type.</param>
    /// <param name="next">The position at which to continue; initially 0.</param>
    /// <param name="value">The value of the occurrence.</param>
    /// <returns>False after the last occurrence.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public bool FindNext(int property, ref int next, out BlittableValue value)
    {
        var duplicates = _map.Duplicates;
        while (next < duplicates.Length)
        {
            var (member, ordinal) = duplicates[next++];
            if (member == property)
            {
                value = ChildAt(ordinal);
                return true;
            }
        }

        value = default;
        return next++ == duplicates.Length && Find(property, out value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private BlittableValue ChildAt(int ordinal)
    {
        _at = ordinal;
        if (_width == SlotsInRuns)
        {
            return FindInRuns(ordinal);
        }

        var distance = RawBytes.ReadBits(_document, _slots + (ordinal << _width), 8 << _width);
        return new BlittableValue(_document, Container.Behind(_document, _address, distance), _shapeTable, _dictionary);
    }

    private BlittableValue Object => new(_document, _address, _shapeTable, _dictionary);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private BlittableValue FindInRuns(int ordinal)
    {
        Object.TryReadObject(out var container, out _);
        return Object.Child(container, ordinal);
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
        if (next >= _map.Others.Length || !Object.TryReadObject(out var container, out var shape))
        {
            return false;
        }

        var ordinal = _map.Others[next++];
        _at = ordinal;
        name = shape.Name(ordinal);
        value = Object.Child(container, ordinal);
        return true;
    }
}

/// <summary>Reads an array. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public ref struct OpenedArray
{
    private BlittableValue.ArrayEnumerator _elements;
    private readonly ref int _at;

    internal OpenedArray(BlittableValue value, int count, ref int at)
    {
        _elements = new BlittableValue.ArrayEnumerator(value, isEmpty: count == 0);
        Count = count;
        _at = ref at;
    }

    /// <summary>Gets the number of elements, which is within the expansion limit of the document.</summary>
    public int Count { get; }

    /// <summary>Creates an array for all elements.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    public readonly T[] NewArray<T>() => Count == 0 ? [] : new T[Count];

    /// <summary>Advances to the next element.</summary>
    /// <param name="value">The element.</param>
    /// <returns>False after the last element.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Next(out BlittableValue value)
    {
        if (_elements.MoveNext())
        {
            _at++;
            value = _elements.Current;
            return true;
        }

        value = default;
        return false;
    }
}

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

/// <summary>Represents an object being written. For generated code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly struct OpenObject
{
    internal OpenObject(ObjectShape shape, int[] nodes)
    {
        Shape = shape;
        Nodes = nodes;
    }

    internal ObjectShape Shape { get; }

    internal int[] Nodes { get; }
}
