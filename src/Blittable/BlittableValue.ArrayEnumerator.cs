using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable;

public readonly ref partial struct BlittableValue
{
    /// <summary>Goes through the elements of an array.</summary>
    /// <remarks>What it takes from the array it takes where it stands when it starts: see <see cref="ObjectEnumerator"/>.</remarks>
    public ref struct ArrayEnumerator
    {
        private readonly BlittableValue _array;
        private uint _slotMask;
        private int _slotShift;
        private int _start;
        private int _stride;

        /// <summary>The address that all elements of packed numbers have, each with an index; else 0.</summary>
        private int _packed;

        private int _count;
        private int _index;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal ArrayEnumerator(BlittableValue value)
        {
            _array = value;
            _index = -1;
        }

        /// <summary>The element that was reached.</summary>
        public readonly BlittableValue Current
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                if (_slotMask == 0)
                {
                    return _packed < 0
                        ? _array.WithAddress(_packed, _start + _index)
                        : _array.WithAddress(Container.BehindReference(_array._document, _start + (_index * _stride)));
                }

                var slot = RawBytes.ReadMasked(_array._document, _start + (_index << _slotShift), _slotMask);
                return _array.WithAddress(Container.Behind(_array._document, _array._address, slot));
            }
        }

        /// <summary>This enumerator, for <c>foreach</c>.</summary>
        public readonly ArrayEnumerator GetEnumerator() => this;

        /// <summary>Goes on to the next element; false behind the last.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext()
        {
            var index = _index + 1;
            if (index >= _count)
            {
                return Start();
            }

            _index = index;
            return true;
        }

        /// <summary>Goes on to the first element; false if that has been done.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private bool Start()
        {
            if (_count != 0 || !_array.TryReadArray(out var container) || container.Count == 0)
            {
                return false;
            }

            _slotShift = container.SlotSize >> 1;
            _slotMask = container.SlotSize == 0 ? 0 : uint.MaxValue >> (-8 << _slotShift);
            _start = container.Start;
            _stride = container.Stride;
            _packed = container.IsPacked ? container.Child(0) : 0;
            _count = container.Count;
            _index = 0;
            return true;
        }
    }
}
