using Blittable.Generated;

namespace Blittable;

/// <summary>An array of objects as a sequence of views. Nothing is copied or allocated to go through it.</summary>
/// <typeparam name="TView">The view of an element.</typeparam>
public readonly ref struct BlittableViewList<TView>
    where TView : IBlittableView<TView>, allows ref struct
{
    private readonly BlittableValue _array;

    /// <summary>Looks at an array; a null or a default value is an empty sequence.</summary>
    /// <param name="array">The array.</param>
    public BlittableViewList(BlittableValue array) => _array = array;

    /// <summary>Gets the array.</summary>
    public BlittableValue Value => _array;

    /// <summary>Gets the number of elements; found without counting them.</summary>
    /// <exception cref="BlittableException">The value is not an array.</exception>
    public int Count => BlittableViews.IsEmpty(_array) ? 0 : _array.Count;

    /// <summary>Gets the view of element <paramref name="index"/>, from 0.</summary>
    /// <exception cref="BlittableException">The value is not an array, or has no such element.</exception>
    public TView this[int index] => TView.Create(_array[index]);

    /// <summary>Goes through the elements, for <c>foreach</c>.</summary>
    /// <exception cref="BlittableException">The value is not an array.</exception>
    public Enumerator GetEnumerator() => new(BlittableViews.IsEmpty(_array) ? default : _array.EnumerateArray(), !BlittableViews.IsEmpty(_array));

    /// <summary>Goes through the views of an array.</summary>
    public ref struct Enumerator
    {
        private readonly bool _hasArray;
        private BlittableValue.ArrayEnumerator _elements;

        internal Enumerator(BlittableValue.ArrayEnumerator elements, bool hasArray)
        {
            _elements = elements;
            _hasArray = hasArray;
        }

        /// <summary>Gets the view of the element that was reached.</summary>
        public readonly TView Current => TView.Create(_elements.Current);

        /// <summary>Advances to the next element; false after the last.</summary>
        public bool MoveNext() => _hasArray && _elements.MoveNext();
    }
}
