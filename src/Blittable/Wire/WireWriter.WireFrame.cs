using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Wire;

/// <content>The frame of an open container.</content>
internal unsafe ref partial struct WireWriter
{
    /// <summary>A container that is being written: where its children and their names are, and which comes next.</summary>
    internal struct WireFrame
    {
        /// <summary>End offsets of an object's names; null in an array, <see cref="Packed"/> in a number array.</summary>
        public byte* Ends;

        /// <summary>The child that comes next.</summary>
        public int Next;

        /// <summary>In a matrix of a number array, the number that comes next in its row; -1 before the first, where the row's header goes.</summary>
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

        /// <summary>What stands for the names' ends in a number array, whose children have no tags.</summary>
        public static byte* Packed => (byte*)PackedMark;

        /// <summary>Where the container's tag is.</summary>
        public readonly int Address => _address;

        /// <summary>Starts with a row of a number array.</summary>
        public void OpenPacked(int address, int row, int end)
        {
            Ends = Packed;
            Next = row;
            Count = end;
            Column = -1;
            _address = address;
        }

        /// <summary>Starts with the first child of a container.</summary>
        /// <exception cref="BlittableException">Its slots pass the end of the document.</exception>
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

        /// <summary>Determines whether a name is the start of so many bytes that may be read.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly bool CanRead(byte* name, int length) => _readableEnd - name >= length;

        /// <summary>Takes the names of an object.</summary>
        /// <param name="shape">The names' block.</param>
        /// <param name="bytes">The bytes that the block is in.</param>
        /// <param name="length">How many.</param>
        public void SetNames(in ShapeBlock shape, byte* bytes, int length)
        {
            _readableEnd = bytes + length;
            Ends = bytes + shape.EndsAddress;
            _names = bytes + shape.NamesAddress;
            _namesLength = (uint)(shape.EndAddress - shape.NamesAddress);
            _endShift = shape.Flags & ShapeBlock.EndSizeMask;
            _origins = (shape.Flags & ShapeBlock.HasIndex) == 0 ? null : (uint*)(bytes + shape.OriginsAddress);
        }

        /// <summary>The name of a child.</summary>
        /// <exception cref="BlittableException">The name does not lie among the others.</exception>
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

        /// <summary>Address of a child, after the reference if there is one.</summary>
        /// <exception cref="BlittableException">Its slot leads to no value.</exception>
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
