using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable;

/// <content>Elements one after another.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Goes through the elements of an array.</summary>
    /// <remarks>Its fields are kept apart like those of an <see cref="ObjectEnumerator"/>.</remarks>
    public ref struct ArrayEnumerator
    {
        private readonly BlittableValue _array;

        /// <summary>The slot that was reached; in an array without slots, the element; in packed numbers, the index.</summary>
        private int _place;

        private int _step;

        /// <summary>Bits of a slot; 0 in an array without slots; the address of the elements of packed numbers.</summary>
        private int _form;

        /// <summary>Elements behind the one that was reached; negative before it starts.</summary>
        private int _left;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal ArrayEnumerator(BlittableValue value)
        {
            _array = value;
            _left = -1;
        }

        /// <summary>The element that was reached; without meaning before the first and behind the last.</summary>
        /// <exception cref="BlittableException">The document is damaged.</exception>
        public readonly BlittableValue Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                if (_form <= 0)
                {
                    return _form < 0 ? _array.WithAddress(_form, _place) : _array.WithAddress(Container.BehindReference(_array._document, _place));
                }

                var slot = RawBytes.ReadBits(_array._document, _place, _form);
                return _array.WithAddress(Container.Behind(_array._document, _array._address, slot));
            }
        }

        /// <summary>This enumerator, for <c>foreach</c>.</summary>
        public readonly ArrayEnumerator GetEnumerator() => this;

        /// <summary>Goes on to the next element; false behind the last.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            if (_left <= 0)
            {
                if (_left == 0)
                {
                    return false;
                }

                Start();
                if (_left == 0)
                {
                    return false;
                }
            }

            _left--;
            _place += _step;
            return true;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        [SkipLocalsInit]
        private void Start()
        {
            ArrayParts.Read(_array._document, _array._address, _array._shapeTable, out var parts);
            _place = parts.Start - parts.Step;
            _step = parts.Step;
            _form = parts.Form;
            _left = parts.Count;
        }
    }
}
