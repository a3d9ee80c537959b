using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Wire;

/// <content>Defines the frame of an open container.</content>
internal unsafe ref partial struct WireWriter
{
    /// <summary>Represents a container being written: the location of its children and their names, and the next child.</summary>
    internal struct WireFrame
    {
        /// <summary>The end offsets of the names of an object; null for an array, <see cref="Packed"/> for a number array.</summary>
        public byte* Ends;

        /// <summary>The index of the next child.</summary>
        public int Next;

        /// <summary>The next column in the row of a matrix; -1 before the first, when the header of the row is written.</summary>
        public int Column;

        /// <summary>The number of children.</summary>
        public int Count;

        private const nuint PackedMark = 1;

        private byte* _names;
        private uint* _origins;
        private byte* _readableEnd;
        private uint _namesLength;
        private int _address;
        private int _start;
        private int _slotSize;
        private int _stride;
        private int _runs;
        private int _endShift;

        /// <summary>Gets the value of <see cref="Ends"/> that marks a number array, whose children have no tags.</summary>
        public static byte* Packed => (byte*)PackedMark;

        /// <summary>Gets the address of the container's tag.</summary>
        public readonly int Address => _address;

        /// <summary>Initializes the frame with rows of a number array.</summary>
        public void OpenPacked(int address, int row, int end)
        {
            Ends = Packed;
            Next = row;
            Count = end;
            Column = -1;
            _address = address;
        }

        /// <summary>Initializes the frame with the first child of a container.</summary>
        /// <exception cref="BlittableException">The slots extend past the end of the document.</exception>
        public void Open(in Container container, ReadOnlySpan<byte> document)
        {
            _runs = container.IsInRuns ? container.RunSlots : 0;
            if (container.Start + (long)container.Count * container.SlotSize > document.Length)
            {
                ThrowHelper.InvalidCount(container.Count, "slots", container.Address);
            }

            Ends = null;
            Next = 0;
            Count = container.Count;
            _address = container.Address;
            _start = container.Start;
            _slotSize = container.IsInRuns ? Tag.SlotSize(container.RunWidth) : container.SlotSize;
            _stride = container.Stride;
        }

        /// <summary>Determines whether the specified number of bytes are readable from the start of a name.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly bool CanRead(byte* name, int length) => _readableEnd - name >= length;

        /// <summary>Sets the names of an object.</summary>
        /// <param name="shape">The block of the names.</param>
        /// <param name="bytes">The bytes that contain the block.</param>
        /// <param name="length">The number of bytes.</param>
        public void SetNames(in ShapeBlock shape, byte* bytes, int length)
        {
            _readableEnd = bytes + length;
            Ends = bytes + shape.EndsAddress;
            _names = bytes + shape.NamesAddress;
            _namesLength = (uint)(shape.EndAddress - shape.NamesAddress);
            _endShift = shape.Flags & ShapeBlock.EndSizeMask;
            _origins = (shape.Flags & ShapeBlock.HasIndex) == 0 ? null : (uint*)(bytes + shape.OriginsAddress);
        }

        /// <summary>Returns the name of a child.</summary>
        /// <exception cref="BlittableException">The name is not inside the block of names.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly byte* Name(int index, out int length)
        {
            var start = index == 0 ? 0 : End(index - 1);
            var end = End(index);
            if (start > end || end > _namesLength)
            {
                ThrowHelper.InvalidName(start, end, _address);
            }

            length = (int)(end - start);
            return _names + start;
        }

        /// <summary>Returns the address of a child, with a reference resolved.</summary>
        /// <exception cref="BlittableException">The slot does not point to a value.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly int Child(int index, byte* bytes, ReadOnlySpan<byte> document)
        {
            if (_runs != 0)
            {
                var origin = Runs.OriginOfChild(document, _address, _start, index);
                return Container.Behind(document, origin, RawBytes.ReadUpTo32(document, _runs + (index * _slotSize), _slotSize));
            }

            var slot = bytes + _start + (nint)index * _slotSize;
            var distance = _slotSize switch
            {
                1 => *slot,
                2 => *(ushort*)slot,
                4 => *(uint*)slot,
                _ => (uint)(_address - _start - (nint)index * _stride),
            };
            return Container.Behind(document, _address, distance);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private readonly uint End(int index)
        {
            var end = _endShift switch
            {
                0 => Ends[index],
                1 => ((ushort*)Ends)[index],
                _ => ((uint*)Ends)[index],
            };
            return _origins == null ? end : end + _origins[index >> Runs.Shift];
        }
    }
}
