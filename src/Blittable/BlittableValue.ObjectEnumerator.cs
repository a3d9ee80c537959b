using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable;

public readonly ref partial struct BlittableValue
{
    /// <summary>Goes through the properties of an object.</summary>
    /// <remarks>
    /// What it takes from the object it takes where it stands when it starts, field by field: a struct that was written so and is then copied as a
    /// whole makes the processor wait.
    /// </remarks>
    public ref struct ObjectEnumerator
    {
        private readonly BlittableValue _object;

        /// <summary>From the end offsets of the names on.</summary>
        private ReadOnlySpan<byte> _ends;

        private uint _endMask;
        private uint _slotMask;
        private int _endShift;
        private int _slotShift;
        private int _slots;
        private int _nameForm;
        private int _count;
        private int _index;

        /// <summary>Where the name starts and ends, counted from the end offsets.</summary>
        private uint _nameStart;

        /// <inheritdoc cref="_nameStart"/>
        private uint _nameEnd;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal ObjectEnumerator(BlittableValue value)
        {
            _object = value;
            _index = -1;
        }

        /// <summary>The property that was reached.</summary>
        public readonly BlittableProperty Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                if (!RawBytes.TrySlice(_ends, _nameStart, _nameEnd, out var name))
                {
                    ThrowHelper.InvalidName(_nameStart, _nameEnd, _object._address);
                }

                var slot = RawBytes.ReadMasked(_object._document, _slots + (_index << _slotShift), _slotMask);
                return new(name, _nameForm, _object.WithAddress(Container.Behind(_object._document, _object._address, slot)));
            }
        }

        /// <summary>This enumerator, for <c>foreach</c>.</summary>
        public readonly ObjectEnumerator GetEnumerator() => this;

        /// <summary>Goes on to the next property; false behind the last.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            var index = _index + 1;
            if (index >= _count)
            {
                return Start();
            }

            _index = index;
            _nameStart = _nameEnd;
            _nameEnd = EndOf(index);
            return true;
        }

        /// <summary>Goes on to the first property; false if that has been done.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private bool Start()
        {
            if (_count != 0
                || !PlainShapes.TryReadObject(_object._document, _object._address, _object._shapeTable, _object._dictionary, out var container, out var shape)
                || shape.Count == 0)
            {
                return false;
            }

            _ends = shape.Ends;
            _endShift = shape.Flags & ShapeBlock.EndSizeMask;
            _endMask = uint.MaxValue >> (-8 << _endShift);
            _slotShift = container.SlotSize >> 1;
            _slotMask = uint.MaxValue >> (-8 << _slotShift);
            _slots = container.Start;
            _nameForm = shape.AreNamesCoded ? -1 : 0;
            _count = shape.Count;
            _index = 0;
            _nameStart = (uint)(shape.NamesAddress - shape.EndsAddress);
            _nameEnd = EndOf(0);
            return true;
        }

        /// <summary>An end that is too far to be counted from the end offsets becomes one that is outside as well, or before the name's start.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private readonly uint EndOf(int index) => RawBytes.ReadMasked(_ends, index << _endShift, _endMask) + ((uint)_count << _endShift);
    }
}
