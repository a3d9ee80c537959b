using Blittable.Reading;

namespace Blittable;

public readonly ref partial struct BlittableValue
{
    /// <summary>Goes through the elements of an array.</summary>
    public ref struct ArrayEnumerator
    {
        private readonly BlittableValue _array;
        private readonly Container _container;
        private int _index;

        internal ArrayEnumerator(BlittableValue value, Container container)
        {
            _array = value;
            _container = container;
            _index = -1;
        }

        /// <summary>The element that was reached.</summary>
        public readonly BlittableValue Current => _array.Child(_container, _index);

        /// <summary>This enumerator, for <c>foreach</c>.</summary>
        public readonly ArrayEnumerator GetEnumerator() => this;

        /// <summary>Goes on to the next element; false behind the last.</summary>
        public bool MoveNext() => ++_index < _container.Count;
    }
}
