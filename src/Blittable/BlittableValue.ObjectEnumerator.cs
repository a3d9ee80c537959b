using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable;

/// <content>Enumeration of properties.</content>
public readonly ref partial struct BlittableValue
{
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
}
