using System.Runtime.CompilerServices;
using Blittable.Layout;
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

        /// <summary>The slot that was reached; in an array without slots, the element; in a number array, the index.</summary>
        private int _place;

        private int _step;

        /// <summary>Bits of a slot; 0 in an array without slots; the address of the elements of a number array.</summary>
        private int _form;

        /// <summary>Elements after the one that was reached, or those of its run.</summary>
        private int _left;

        /// <summary>The first element of the next run; negative if there is no other.</summary>
        private int _next;

        /// <summary>The address that slots count back from.</summary>
        private int _origin;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal ArrayEnumerator(BlittableValue value) => _array = value;

        /// <summary>The element that was reached; without meaning before the first and after the last.</summary>
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

        /// <summary>This enumerator, for <c>foreach</c>.</summary>
        public readonly ArrayEnumerator GetEnumerator() => this;

        /// <summary>Advances to the next element; false after the last.</summary>
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

        /// <summary>Starts with the array, or with its next run; false if there is no other.</summary>
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
