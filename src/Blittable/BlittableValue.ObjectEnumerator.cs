using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable;

public readonly ref partial struct BlittableValue
{
    /// <summary>Goes through the properties of an object.</summary>
    public ref struct ObjectEnumerator
    {
        private readonly BlittableValue _object;
        private readonly Container _container;
        private readonly ShapeBlock _shape;
        private readonly int _nameForm;
        private int _index;

        internal ObjectEnumerator(BlittableValue value, Container container, ShapeBlock shape)
        {
            _object = value;
            _container = container;
            _shape = shape;
            _nameForm = shape.AreNamesCoded ? -1 : 0;
            _index = -1;
        }

        /// <summary>The property that was reached.</summary>
        public readonly BlittableProperty Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => new(_shape.StoredName(_index), _nameForm, _object.WithAddress(_container.Child(_index)));
        }

        /// <summary>This enumerator, for <c>foreach</c>.</summary>
        public readonly ObjectEnumerator GetEnumerator() => this;

        /// <summary>Goes on to the next property; false behind the last.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext() => ++_index < _container.Count;
    }
}
