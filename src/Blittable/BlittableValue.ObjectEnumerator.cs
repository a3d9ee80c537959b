using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable;

/// <content>Properties one after another.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Goes through the properties of an object.</summary>
    /// <remarks>
    /// The enumerator itself is passed to inlined methods only. So the compiler keeps its fields apart, in registers where it can, instead of a
    /// struct whose copies every caller would have to clear first.
    /// </remarks>
    public ref struct ObjectEnumerator
    {
        private readonly BlittableValue _object;

        /// <summary>From the end offsets of the names on.</summary>
        private ReadOnlySpan<byte> _ends;

        /// <summary>How far the end offsets have been read, and how far they go, or those of the run.</summary>
        private int _endsRead, _endsLength;

        /// <summary>The first property of the next run; negative if there is no other.</summary>
        private int _next;

        /// <summary>The address that slots count back from.</summary>
        private int _origin;

        /// <summary>The address that end offsets count from.</summary>
        private uint _nameOrigin;

        private int _endBits;
        private int _slotBits;

        /// <summary>The slot that was reached.</summary>
        private int _slot;

        /// <summary>Where the name starts and ends, counted from the end offsets.</summary>
        private uint _nameStart, _nameEnd;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal ObjectEnumerator(BlittableValue value) => _object = value;

        /// <summary>The property that was reached; without meaning before the first and after the last.</summary>
        /// <exception cref="BlittableException">The document is damaged, or no property was reached yet.</exception>
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

        /// <summary>This enumerator, for <c>foreach</c>.</summary>
        public readonly ObjectEnumerator GetEnumerator() => this;

        /// <summary>Advances to the next property; false after the last.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            if (_endsRead >= _endsLength && !Open())
            {
                return false;
            }

            // An end that is too far to be counted from the end offsets becomes one that is outside as well, or before the name's start.
            _nameStart = _nameEnd;
            _nameEnd = RawBytes.ReadBits(_ends, _endsRead, _endBits) + _nameOrigin;
            _endsRead += _endBits >> 3;
            _slot += _slotBits >> 3;
            return true;
        }

        /// <summary>Starts with the object, or with its next run; false if there is no other.</summary>
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
