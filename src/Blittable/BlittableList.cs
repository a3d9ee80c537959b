using Blittable.Generated;

namespace Blittable;

/// <summary>Represents an array of numbers, strings, dates or GUIDs as a typed sequence. Enumeration does not copy or allocate, except for strings.</summary>
/// <typeparam name="T">
/// The element type: a .NET number type, <see cref="bool"/>, <see cref="string"/>, <see cref="DateTime"/>, <see cref="DateTimeOffset"/>,
/// <see cref="DateOnly"/>, <see cref="Guid"/> or <see cref="Dates.Timestamp"/>.
/// </typeparam>
public readonly ref struct BlittableList<T>
{
    private readonly BlittableValue _array;

    /// <summary>Creates a list from an array. A null or uninitialized value is an empty sequence.</summary>
    /// <param name="array">The array.</param>
    public BlittableList(BlittableValue array) => _array = array;

    /// <summary>Gets the array.</summary>
    public BlittableValue Value => _array;

    /// <summary>Gets the number of elements, in constant time.</summary>
    /// <exception cref="BlittableException">The value is not an array.</exception>
    public int Count => BlittableViews.IsEmpty(_array) ? 0 : _array.Count;

    /// <summary>Gets the element at the specified zero-based index.</summary>
    /// <exception cref="BlittableException">The value is not an array, the element does not exist, or the element is of another kind.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not supported.</exception>
    public T this[int index] => BlittableViews.Read<T>(_array[index]);

    /// <summary>Returns an enumerator of the elements.</summary>
    /// <exception cref="BlittableException">The value is not an array.</exception>
    public Enumerator GetEnumerator() => new(BlittableViews.IsEmpty(_array) ? default : _array.EnumerateArray(), !BlittableViews.IsEmpty(_array));

    /// <summary>Enumerates the elements of an array.</summary>
    public ref struct Enumerator
    {
        private readonly bool _hasArray;
        private BlittableValue.ArrayEnumerator _elements;

        internal Enumerator(BlittableValue.ArrayEnumerator elements, bool hasArray)
        {
            _elements = elements;
            _hasArray = hasArray;
        }

        /// <summary>Gets the current element.</summary>
        /// <exception cref="BlittableException">The element is of another kind.</exception>
        public readonly T Current => BlittableViews.Read<T>(_elements.Current);

        /// <summary>Advances to the next element. Returns <see langword="false"/> after the last element.</summary>
        public bool MoveNext() => _hasArray && _elements.MoveNext();
    }
}
