using Blittable.Generated;

namespace Blittable;

/// <summary>An array of numbers, strings, dates or GUIDs as a typed sequence. Nothing is copied or allocated to go through it, but for strings themselves.</summary>
/// <typeparam name="T">
/// The type of an element: a number of the framework, <see cref="bool"/>, <see cref="string"/>, <see cref="DateTime"/>, <see cref="DateTimeOffset"/>,
/// <see cref="DateOnly"/>, <see cref="Guid"/> or <see cref="Dates.Timestamp"/>.
/// </typeparam>
public readonly ref struct BlittableList<T>
{
    private readonly BlittableValue _array;

    /// <summary>Looks at an array; a null or a default value is an empty sequence.</summary>
    /// <param name="array">The array.</param>
    public BlittableList(BlittableValue array) => _array = array;

    /// <summary>Gets the array.</summary>
    public BlittableValue Value => _array;

    /// <summary>Gets the number of elements; found without counting them.</summary>
    /// <exception cref="BlittableException">The value is not an array.</exception>
    public int Count => BlittableViews.IsEmpty(_array) ? 0 : _array.Count;

    /// <summary>Gets element <paramref name="index"/>, from 0.</summary>
    /// <exception cref="BlittableException">The value is not an array, or has no such element, or the element is of another kind.</exception>
    /// <exception cref="NotSupportedException">The type is not one of those that are named.</exception>
    public T this[int index] => BlittableViews.Read<T>(_array[index]);

    /// <summary>Goes through the elements, for <c>foreach</c>.</summary>
    /// <exception cref="BlittableException">The value is not an array.</exception>
    public Enumerator GetEnumerator() => new(BlittableViews.IsEmpty(_array) ? default : _array.EnumerateArray(), !BlittableViews.IsEmpty(_array));

    /// <summary>Goes through the elements of an array.</summary>
    public ref struct Enumerator
    {
        private readonly bool _hasArray;
        private BlittableValue.ArrayEnumerator _elements;

        internal Enumerator(BlittableValue.ArrayEnumerator elements, bool hasArray)
        {
            _elements = elements;
            _hasArray = hasArray;
        }

        /// <summary>Gets the element that was reached.</summary>
        /// <exception cref="BlittableException">The element is of another kind.</exception>
        public readonly T Current => BlittableViews.Read<T>(_elements.Current);

        /// <summary>Advances to the next element; false after the last.</summary>
        public bool MoveNext() => _hasArray && _elements.MoveNext();
    }
}
