using System.Runtime.CompilerServices;
using Blittable.Format;
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

        /// <summary>How far the end offsets have been read, and how many bytes they are.</summary>
        private int _endsRead, _endsLength;

        private int _endBits;
        private int _slotBits;

        /// <summary>The slot that was reached.</summary>
        private int _slot;

        /// <summary>Where the name starts and ends, counted from the end offsets.</summary>
        private uint _nameStart, _nameEnd;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal ObjectEnumerator(BlittableValue value) => _object = value;

        /// <summary>The property that was reached; without meaning before the first and behind the last.</summary>
        /// <exception cref="BlittableException">The document is damaged, or no property was reached yet.</exception>
        public readonly BlittableProperty Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                if (!RawBytes.TrySlice(_ends, _nameStart, _nameEnd, out var name))
                {
                    ThrowHelper.InvalidName(_nameStart, _nameEnd, _object._address);
                }

                var slot = RawBytes.ReadBits(_object._document, _slot, _slotBits);
                return new(name, _object.WithAddress(Container.Behind(_object._document, _object._address, slot)));
            }
        }

        /// <summary>This enumerator, for <c>foreach</c>.</summary>
        public readonly ObjectEnumerator GetEnumerator() => this;

        /// <summary>Goes on to the next property; false behind the last.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            if (_endsRead >= _endsLength)
            {
                if (_slotBits != 0)
                {
                    return false;
                }

                Start();
                if (_slotBits == 0)
                {
                    return false;
                }
            }

            // An end that is too far to be counted from the end offsets becomes one that is outside as well, or before the name's start.
            _nameStart = _nameEnd;
            _nameEnd = RawBytes.ReadBits(_ends, _endsRead, _endBits) + (uint)_endsLength;
            _endsRead += _endBits >> 3;
            _slot += _slotBits >> 3;
            return true;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        [SkipLocalsInit]
        private void Start()
        {
            _ends = ObjectParts.Read(_object._document, _object._address, _object._shapeTable, _object._dictionary, out var parts);
            _endsLength = parts.EndsLength;
            _endBits = parts.EndBits;
            _slotBits = parts.SlotBits;
            _slot = parts.Slots - (parts.SlotBits >> 3);
            _nameEnd = (uint)parts.EndsLength;
        }
    }
}
