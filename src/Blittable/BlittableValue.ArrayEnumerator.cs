using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable;

/// <content>Enumeration of elements.</content>
public readonly ref partial struct BlittableValue
{
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
        internal ArrayEnumerator(BlittableValue value) => _array = value;

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
