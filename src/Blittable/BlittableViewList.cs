using Blittable.Generated;

namespace Blittable;

/// <summary>Represents an array of objects as a sequence of views. Enumeration does not copy or allocate.</summary>
/// <typeparam name="TView">The view type of the elements.</typeparam>
public readonly ref struct BlittableViewList<TView>
    where TView : IBlittableView<TView>, allows ref struct
{
    private readonly BlittableValue _array;

    /// <summary>Creates a list from an array. A null or uninitialized value is an empty sequence.</summary>
    /// <param name="array">The array.</param>
    public BlittableViewList(BlittableValue array) => _array = array;

    /// <summary>Gets the array.</summary>
    public BlittableValue Value => _array;

    /// <summary>Gets the number of elements, in constant time.</summary>
    /// <exception cref="BlittableException">The value is not an array.</exception>
    public int Count => BlittableViews.IsEmpty(_array) ? 0 : _array.Count;

    /// <summary>Gets a view of the element at the specified zero-based index.</summary>
    /// <exception cref="BlittableException">The value is not an array, or the element does not exist.</exception>
    public TView this[int index] => TView.Create(_array[index]);

    /// <summary>Returns an enumerator of the views.</summary>
    /// <exception cref="BlittableException">The value is not an array.</exception>
    public Enumerator GetEnumerator() => new(BlittableViews.IsEmpty(_array) ? default : _array.EnumerateArray(), !BlittableViews.IsEmpty(_array));

    /// <summary>Enumerates the views of an array's elements.</summary>
    public ref struct Enumerator
    {
        private readonly bool _hasArray;
        private BlittableValue.ArrayEnumerator _elements;

        internal Enumerator(BlittableValue.ArrayEnumerator elements, bool hasArray)
        {
            _elements = elements;
            _hasArray = hasArray;
        }

        /// <summary>Gets the view of the current element.</summary>
        public readonly TView Current => TView.Create(_elements.Current);

        /// <summary>Advances to the next element. Returns <see langword="false"/> after the last element.</summary>
        public bool MoveNext() => _hasArray && _elements.MoveNext();
    }
}
