using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;

namespace Blittable;

/// <content>Objects and arrays.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Gets the number of elements of an array or properties of an object, in constant time.</summary>
    /// <exception cref="BlittableException">The value is neither an array nor an object.</exception>
    public int Count
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var count = ContainerCount.Read(Document, Address, ShapeTable, _dictionary);
            if (count < 0)
            {
                ThrowWrongKind(Document, Address, "an array or an object");
            }

            return count;
        }
    }

    /// <summary>Gets the array element at the specified zero-based index, in constant time.</summary>
    /// <exception cref="BlittableException">The value is not an array, or the element does not exist.</exception>
    public BlittableValue this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var place = ArrayParts.Element(Document, Address, ShapeTable, index);
            if (place == ArrayParts.NoElement)
            {
                ThrowElement(Document, Address, ShapeTable, _dictionary, index);
            }

            return WithAddress((int)place, (int)(place >> 32));
        }
    }

    /// <summary>Gets the array element at the specified zero-based index. Returns <see langword="false"/> if the value is not an array, or the element does not
    /// exist.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetElement(int index, out BlittableValue value)
    {
        var place = ArrayParts.Element(Document, Address, ShapeTable, index);
        value = place == ArrayParts.NoElement ? default : WithAddress((int)place, (int)(place >> 32));
        return place != ArrayParts.NoElement;
    }

    /// <summary>Gets the value of the last property with the specified name. Returns <see langword="false"/> if the property does not exist, or the value is
    /// not an object.</summary>
    /// <param name="utf8Name">The unescaped name in UTF-8.</param>
    /// <param name="value">The value of the property.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetProperty(scoped ReadOnlySpan<byte> utf8Name, out BlittableValue value)
    {
        var child = PropertyLookup.Find(Document, Address, ShapeTable, _dictionary, utf8Name);
        value = child < 0 ? default : WithAddress(child);
        return child >= 0;
    }

    /// <inheritdoc cref="TryGetProperty(ReadOnlySpan{byte}, out BlittableValue)"/>
    /// <param name="name">The prepared name, which remembers its last position.</param>
    /// <param name="value">The value of the property.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryGetProperty(BlittableName name, out BlittableValue value)
    {
        ArgumentNullException.ThrowIfNull(name);
        var child = PropertyLookup.Find(Document, Address, ShapeTable, _dictionary, name);
        value = child < 0 ? default : WithAddress(child);
        return child >= 0;
    }

    /// <inheritdoc cref="TryGetProperty(ReadOnlySpan{byte}, out BlittableValue)"/>
    /// <param name="name">The name.</param>
    /// <param name="value">The value of the property.</param>
    public bool TryGetProperty(string name, out BlittableValue value)
    {
        ArgumentNullException.ThrowIfNull(name);
        using var utf8 = new Utf8Text(name, stackalloc byte[Utf8Text.StackLimit]);
        if (utf8.IsValid)
        {
            return TryGetProperty(utf8.Bytes, out value);
        }

        value = default;
        return false;
    }

    /// <summary>Gets the value of the last property with the specified name.</summary>
    /// <param name="utf8Name">The unescaped name in UTF-8.</param>
    /// <exception cref="BlittableException">The property does not exist (<see cref="BlittableErrorCode.NotFound"/>), or the value is not an object.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public BlittableValue GetProperty(scoped ReadOnlySpan<byte> utf8Name)
    {
        var child = PropertyLookup.Find(Document, Address, ShapeTable, _dictionary, utf8Name);
        if (child < 0)
        {
            ThrowProperty(Document, Address, ShapeTable, _dictionary, utf8Name);
        }

        return WithAddress(child);
    }

    /// <inheritdoc cref="GetProperty(ReadOnlySpan{byte})"/>
    /// <param name="name">The prepared name.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public BlittableValue GetProperty(BlittableName name)
    {
        ArgumentNullException.ThrowIfNull(name);
        var child = PropertyLookup.Find(Document, Address, ShapeTable, _dictionary, name);
        if (child < 0)
        {
            ThrowProperty(Document, Address, ShapeTable, _dictionary, name.Utf8);
        }

        return WithAddress(child);
    }

    /// <inheritdoc cref="GetProperty(ReadOnlySpan{byte})"/>
    /// <param name="name">The name.</param>
    public BlittableValue GetProperty(string name)
    {
        if (!TryGetProperty(name, out var value))
        {
            ThrowProperty(Document, Address, ShapeTable, _dictionary, System.Text.Encoding.UTF8.GetBytes(name));
        }

        return value;
    }

    /// <summary>Returns the properties in document order, including properties with duplicate names.</summary>
    /// <exception cref="BlittableException">The value is not an object.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ObjectEnumerator EnumerateObject()
    {
        if (Kind != BlittableValueKind.Object)
        {
            ThrowWrongKind(Document, Address, "an object");
        }

        return new ObjectEnumerator(this);
    }

    /// <summary>Returns the elements in document order.</summary>
    /// <exception cref="BlittableException">The value is not an array.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ArrayEnumerator EnumerateArray()
    {
        if (Kind != BlittableValueKind.Array)
        {
            ThrowWrongKind(Document, Address, "an array");
        }

        return new ArrayEnumerator(this);
    }

    /// <summary>Gets the child of an array or object at the specified index.</summary>
    internal bool TryGetChild(int index, out BlittableValue value)
    {
        if ((TryReadArray(out var container) || TryReadObject(out container, out _)) && (uint)index < (uint)container.Count)
        {
            value = Child(container, index);
            return true;
        }

        value = default;
        return false;
    }

    /// <summary>Resolves an array. Returns <see langword="false"/> if the value is not an array.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryReadArray(out Container container) =>
        Container.TryReadArray(Document, Address, out container)
            || (Address < 0 && NumberArrayElement.TryReadRow(Document, Address, ShapeTable, out container));

    /// <summary>Determines whether the value is an entire number array.</summary>
    internal bool TryGetPackedNumbers(out NumberArrayLayout packed)
    {
        var isPacked = RawBytes.ReadTag(Document, Address) == Tag.NumberArray;
        packed = isPacked ? NumberArrayLayout.Read(Document, Address) : default;
        return isPacked;
    }

    /// <summary>Resolves an object. Returns <see langword="false"/> if the value is not an object.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryReadObject(out Container container, out ShapeBlock shape) =>
        Container.TryReadObject(Document, Address, ShapeTable, _dictionary, out container, out shape);

    [DoesNotReturn]
    private static void ThrowElement(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, int index)
    {
        ArrayParts.Read(document, address, shapeTable, 0, out var array);
        var path = ValuePath.Find(new BlittableValue(document, address, shapeTable, dictionary));
        throw ThrowHelper.NoElement(ValueKinds.At(document, address), index, array.Count, path, Offset(address));
    }

    [DoesNotReturn]
    private static void ThrowProperty(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        var path = ValuePath.Find(new BlittableValue(document, address, shapeTable, dictionary));
        throw ThrowHelper.NoProperty(ValueKinds.At(document, address), name, path, Offset(address));
    }
}
