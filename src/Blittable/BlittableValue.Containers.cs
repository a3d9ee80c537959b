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
        throw ThrowHelper.NoElement(TagKinds.At(document, address), index, array.Count, path, Offset(address));
    }

    [DoesNotReturn]
    private static void ThrowProperty(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        var path = ValuePath.Find(new BlittableValue(document, address, shapeTable, dictionary));
        throw ThrowHelper.NoProperty(TagKinds.At(document, address), name, path, Offset(address));
    }

    // Enumeration of properties.

    /// <summary>Enumerates the properties of an object.</summary>
    /// <remarks>
    /// The enumerator is only passed to inlined methods. Therefore, the compiler can keep its fields in registers. Otherwise, every caller would have to clear
    /// copies of the struct first.
    /// </remarks>
    public ref struct ObjectEnumerator
    {
        private readonly BlittableValue _object;

        /// <summary>The bytes from the end offsets of the names onward.</summary>
        private ReadOnlySpan<byte> _ends;

        /// <summary>The number of bytes of end offsets that have been read, and their total in the object or in its current run.</summary>
        private int _endsRead, _endsLength;

        /// <summary>The first property of the next run, or a negative number if there is none.</summary>
        private int _next;

        /// <summary>The address from which slots count backward.</summary>
        private int _origin;

        /// <summary>The address from which end offsets count.</summary>
        private uint _nameOrigin;

        private int _endBits;
        private int _slotBits;

        /// <summary>The position of the current slot.</summary>
        private int _slot;

        /// <summary>The start and end of the current name, relative to the end offsets.</summary>
        private uint _nameStart, _nameEnd;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal ObjectEnumerator(BlittableValue value) => _object = value;

        /// <summary>Gets the current property. Undefined before the first call to <see cref="MoveNext"/> and after it returns
        /// <see langword="false"/>.</summary>
        /// <exception cref="BlittableException">The document is damaged, or <see cref="MoveNext"/> has not been called.</exception>
        public readonly BlittableProperty Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                if (!RawBytes.TrySlice(_ends, _nameStart, _nameEnd, out var name))
                {
                    ThrowHelper.InvalidName(_nameStart, _nameEnd, _object.Address);
                }

                var slot = RawBytes.ReadBits(_object.Document, _slot, _slotBits);
                return new(name, _object.WithAddress(Container.Behind(_object.Document, _origin, slot)));
            }
        }

        /// <summary>Returns this enumerator, for <c>foreach</c>.</summary>
        public readonly ObjectEnumerator GetEnumerator() => this;

        /// <summary>Advances to the next property. Returns <see langword="false"/> after the last property.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            if (_endsRead >= _endsLength && !Open())
            {
                return false;
            }

            // If an end offset overflows this addition, the result is out of range too, or is before the start of the name.
            _nameStart = _nameEnd;
            _nameEnd = RawBytes.ReadBits(_ends, _endsRead, _endBits) + _nameOrigin;
            _endsRead += _endBits >> 3;
            _slot += _slotBits >> 3;
            return true;
        }

        /// <summary>Opens the object or its next run. Returns <see langword="false"/> if there is none.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        [SkipLocalsInit]
        private bool Open()
        {
            if (_next < 0)
            {
                return false;
            }

            _ends = ObjectParts.Read(_object.Document, _object.Address, _object.ShapeTable, _object._dictionary, _next, out var parts);
            _next = parts.Next == 0 ? -1 : parts.Next;
            _endsRead = parts.Ends;
            _endsLength = parts.EndsLength;
            _endBits = parts.EndBits;
            _slotBits = parts.SlotBits;
            _slot = parts.Slots - (parts.SlotBits >> 3);
            _origin = parts.Origin;
            _nameOrigin = parts.NameOrigin;
            _nameEnd = parts.NameStart;
            return parts.EndsLength != 0;
        }
    }

    // Enumeration of elements.

    /// <summary>Enumerates the elements of an array.</summary>
    /// <remarks>Its fields can be enregistered, like the fields of an <see cref="ObjectEnumerator"/>.</remarks>
    public ref struct ArrayEnumerator
    {
        private readonly BlittableValue _array;

        /// <summary>The position of the current slot; in an array without slots, of the current element; in a number array, the current index.</summary>
        private int _place;

        private int _step;

        /// <summary>The slot width in bits; 0 in an array without slots; in a number array, the address of its elements.</summary>
        private int _form;

        /// <summary>The number of elements after the current element, in the array or in its current run.</summary>
        private int _left;

        /// <summary>The first element of the next run, or a negative number if there is none.</summary>
        private int _next;

        /// <summary>The address from which slots count backward.</summary>
        private int _origin;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal ArrayEnumerator(BlittableValue value, bool isEmpty = false)
        {
            _array = value;
            _next = isEmpty ? -1 : 0;
        }

        /// <summary>Gets the current element. Undefined before the first call to <see cref="MoveNext"/> and after it returns <see langword="false"/>.</summary>
        /// <exception cref="BlittableException">The document is damaged.</exception>
        public readonly BlittableValue Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                if (_form <= 0)
                {
                    return _form < 0 ? _array.WithAddress(_form, _place) : _array.WithAddress(Container.BehindReference(_array.Document, _place));
                }

                var slot = RawBytes.ReadBits(_array.Document, _place, _form);
                return _array.WithAddress(Container.Behind(_array.Document, _origin, slot));
            }
        }

        /// <summary>Returns this enumerator, for <c>foreach</c>.</summary>
        public readonly ArrayEnumerator GetEnumerator() => this;

        /// <summary>Advances to the next element. Returns <see langword="false"/> after the last element.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            if (_left == 0 && !Open())
            {
                return false;
            }

            _left--;
            _place += _step;
            return true;
        }

        /// <summary>Opens the array or its next run. Returns <see langword="false"/> if there is none.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        [SkipLocalsInit]
        private bool Open()
        {
            if (_next < 0)
            {
                return false;
            }

            ArrayParts.Read(_array.Document, _array.Address, _array.ShapeTable, _next, out var parts);
            _next = parts.Next == 0 ? -1 : parts.Next;
            _place = parts.Start - parts.Step;
            _step = parts.Step;
            _form = parts.Form;
            _origin = parts.Origin;
            _left = parts.Count;
            return parts.Count != 0;
        }
    }
}
